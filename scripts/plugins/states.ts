import type { Plugin } from 'vite';

/** Serves src/states at /states on the dev server. */
export function states(): Plugin {
  return {
    name: 'states',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        request.url = request.url?.replace(/^\/states(?=$|\?)/, '/src/states/index.html');
        next();
      });
    },
  };
}
