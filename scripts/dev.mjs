// @ts-check
// npm run dev: Vite with hot reload, the real endpoint and a local inbox.
import { exitWith, setUp } from './setup.mjs';

// whatever was started by then is stopped by its "exit" listener
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));

try {
  setUp();
  const { readEnvironment } = await import('./environment.mjs');
  const { isPortFree } = await import('./processes.mjs');
  const { startEndpoint, startInbox } = await import('./stack.mjs');
  const { createLogger, createServer } = await import('vite');
  const { port, inboxPort, servicePrefix } = readEnvironment();
  if (port !== 0 && !(await isPortFree(port))) {
    exitWith(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm run dev`);
  }
  const inbox = await startInbox(inboxPort);
  const endpoint = await startEndpoint(inbox.smtpPort);
  const script = `${servicePrefix}/contact_process.php`;
  // Vite takes our addresses under /public/ for files of the public folder
  const customLogger = createLogger();
  const { warn } = customLogger;
  customLogger.warn = (message, options) => {
    if (/^files in the public directory/i.test(message)) return;
    warn(message, options);
  };
  const site = await createServer({
    customLogger,
    server: {
      port,
      host: '127.0.0.1',
      strictPort: true,
      proxy: {
        [script]: {
          target: `http://127.0.0.1:${endpoint.port}`,
          rewrite: (path) => path.slice(servicePrefix.length),
        },
      },
    },
  });
  await site.listen();
  console.log(`Site      http://127.0.0.1:${port}/`);
  console.log(`Endpoint  http://127.0.0.1:${port}${script}`);
  console.log(`Inbox     ${inbox.url}`);
} catch (error) {
  exitWith(error);
}
