// @ts-check
// npm start: the built site, the real endpoint and a local inbox, from nothing.
import { run } from './run.mjs';

await run(async ({ port, inboxPort }) => {
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  const { startStack } = await import('./stack.mjs');
  return startStack({ port, inboxPort });
});
