import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { endpointEnvironment } from '../../scripts/mailSide.ts';
import answers from '../contract/answers.json' with { type: 'json' };
import { startWebServer } from '../support/web-server.mjs';

test('without a log to write, nginx has what is said before an answer, and syslog what is said after it', async () => {
  const folder = mkdtempSync(`${tmpdir()}/log-`);
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // nobody, not even root, can write a folder
  mkdirSync(`${folder}/data/enquiries.log`, { recursive: true });
  writeFileSync(
    `${folder}/script.php`,
    `<?php
require '${root}server/public/contact_process.php';
file_put_contents('${folder}/after', ini_get('error_log'));`,
  );
  const deadPort = await getPort();
  const server = await startWebServer(
    `${folder}/web`,
    { script: { file: `${folder}/script.php` } },
    {
      env: {
        ...endpointEnvironment(deadPort, `${folder}/data`),
        DATABASE_URL: `mysql://web:x@127.0.0.1:${deadPort}/enquiries`,
        LOG_FILE: '',
      },
    },
  );
  onTestFinished(() => server.stop());

  const { status } = await fetch(server.url('script'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(answers.message),
  });
  expect(status).toBe(503);
  const read = (file: string) => () => readFileSync(`${folder}/${file}`, 'utf8');
  await expect.poll(read('web/nginx.log')).toContain('An enquiry could not be stored.');
  await expect.poll(read('after')).toBe('syslog');
});
