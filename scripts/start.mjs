// @ts-check
// npm start: the built site, the real endpoint and a local inbox, from nothing.
import { run } from './run.mjs';

await run(async ({ port, inboxPort }) => {
  const { buildSite } = await import('./site-build.mjs');
  await buildSite({ isQuiet: true });
  const { startStack } = await import('./stack.mjs');
  return startStack({ port, inboxPort });
});
