// @ts-check

/**
 * Serves src/states at /states: the page of every component and state. Only the dev server has it,
 * as a plug-in of its own, so that no build can contain it.
 * @type {import('vite').Plugin}
 */
export const statesPage = {
  name: 'states-page',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      request.url = request.url?.replace(/^\/states(?=$|\?)/, '/src/states/index.html');
      next();
    });
  },
};
