import type { Plugin } from 'vite';

/**
 * Serves src/states at /states: the page of every component and state. Only the dev server has it, so
 * that no build can contain it.
 */
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
