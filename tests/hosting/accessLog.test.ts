import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serve } from './support/serve.ts';
import { nginx } from './support/servers.ts';

let log = '';
const { ask } = serve('beside', async (upload) => {
  const server = await nginx(upload);
  log = server.accessLog ?? '';
  return server;
});

test('nginx logs the first part of an address only', async () => {
  await ask('/public/index');
  await expect
    .poll(() => readFileSync(log, 'utf8'))
    .toMatch(/^127\.0\.0\.0 - - \[.*"GET \/public\/index /m);
  expect(readFileSync(log, 'utf8')).not.toContain('127.0.0.1');
});
