// @ts-check
// npm start: the built site, the real endpoint and a local inbox, from nothing.
import { exitWith, setUp } from './setup.mjs';

// whatever was started by then is stopped by its "exit" listener
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));

try {
  setUp();
  const { readEnvironment } = await import('./environment.mjs');
  const { isPortFree } = await import('./processes.mjs');
  const { port, inboxPort } = readEnvironment();
  if (port !== 0 && !(await isPortFree(port))) {
    exitWith(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
  }
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  const { startStack } = await import('./stack.mjs');
  const { siteUrl, endpointUrl, inboxUrl } = await startStack({ port, inboxPort });
  console.log(`Site      ${siteUrl}`);
  console.log(`Endpoint  ${endpointUrl}`);
  console.log(`Inbox     ${inboxUrl}`);
} catch (error) {
  exitWith(error);
}
