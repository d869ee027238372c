// @ts-check
// npm run dev: Vite with hot reload, the real endpoint and a local inbox.
import { run } from './run.mjs';

await run(async ({ port, inboxPort, servicePrefix }) => {
  const { createLogger, createServer } = await import('vite');
  const { SCRIPTS } = await import('./serving.mjs');
  const { startMailSide } = await import('./stack.mjs');
  const { statesPage } = await import('./states.mjs');
  const { endpoint, inbox } = await startMailSide({ inboxPort });
  // Vite takes our addresses under /public/ for files of the public folder
  const customLogger = createLogger();
  const { warn } = customLogger;
  customLogger.warn = (message, options) => {
    if (/^files in the public directory/i.test(message)) return;
    warn(message, options);
  };
  const site = await createServer({
    customLogger,
    plugins: [statesPage],
    server: {
      port,
      host: '127.0.0.1',
      strictPort: true,
      proxy: Object.fromEntries(
        SCRIPTS.map((name) => [
          `${servicePrefix}/${name}`,
          {
            target: `http://127.0.0.1:${endpoint.port}`,
            rewrite: (path) => path.slice(servicePrefix.length),
          },
        ]),
      ),
    },
  });
  await site.listen();
  const address = site.httpServer?.address();
  const siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`;
  return {
    siteUrl,
    endpointUrl: new URL(`${servicePrefix}/contact_process.php`, siteUrl).href,
    inboxUrl: inbox.url,
  };
});
