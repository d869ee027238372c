import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import answers from '../contract/answers.json' with { type: 'json' };
import { HEALTH_TOKEN } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import type { Upload } from './support/upload.ts';

/** What a visitor's request may take, made so short that a test need not wait for it. */
const shorter = (text: string) => {
  const short = text.replace(/(fastcgi_read_timeout|ProxyTimeout) 15(s?)\b/, '$1 1$2');
  if (short === text) throw new Error('Nothing says how long a visitor is to wait.');
  return short;
};

function change(file: string, to: (text: string) => string): void {
  writeFileSync(file, to(readFileSync(file, 'utf8')));
}

const servers: [name: string, start: (upload: Upload) => Promise<WebServer>][] = [
  [
    'nginx with php-fpm',
    (upload) => {
      change(`${upload.folder}/nginx/site.conf`, shorter);
      return startNginx(upload);
    },
  ],
  ['Apache with php-fpm', (upload) => startApache(upload, 'php-fpm', shorter)],
];

describe.each(servers)('%s, and a mail server that takes the call and says nothing', (_, start) => {
  const site = serve('beside', (upload) => {
    // it waits twice as long for a greeting
    change(`${upload.privateFolder}/.env`, (text) =>
      text.replace(/^SMTP_TIMEOUT=.*$/m, 'SMTP_TIMEOUT=1'),
    );
    return start(upload);
  });
  const ask = (path: string) =>
    site.ask(path, { headers: { Authorization: `Bearer ${HEALTH_TOKEN}` } });

  test('the pages of the operator are waited for, longer than what a visitor asks for', async () => {
    const silent = createServer().listen(site.smtpPort, '127.0.0.1');
    onTestFinished(() => void silent.close());
    const page = await ask('/api/contact_status.php');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Greeting failed');

    // left to whoever asks at the address, and not tried right after the answer
    const pause = `${site.upload.privateFolder}/server/data/delivery.lock`;
    writeFileSync(pause, '');
    utimesSync(pause, new Date(), new Date(Date.now() + 25_000));
    const sent = await site.ask('/api/contact_process.php', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(answers.message),
    });
    expect(sent.status).toBe(200);
    const work = await ask('/api/contact_work.php');
    expect(work).toMatchObject({ status: 200, body: expect.stringContaining('"mailed":0') });
  });
});
