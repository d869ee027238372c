import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../scripts/environment.mjs';
import answers from '../contract/answers.json' with { type: 'json' };
import { startMailServer } from '../support/mailServer.ts';
import type { Answer } from './support/ask.ts';
import { report } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import type { Layout, Upload } from './support/upload.ts';

const servers: [name: string, layout: Layout, start: (upload: Upload) => Promise<WebServer>][] = [
  ['nginx with php-fpm', 'beside', startNginx],
  ['Apache with php-fpm', 'inside', (upload) => startApache(upload, 'php-fpm')],
  ['Apache with mod_php', 'beside', (upload) => startApache(upload, 'mod_php')],
];

const { siteUrl } = readEnvironment();

const referenceOf = ({ headers }: Answer) => String(headers['enquiry-reference']);

describe.each(servers)('%s, private part %s the document root', (_, layout, start) => {
  const site = serve(layout, start);
  const { ask } = site;
  const post = '/api/contact_process.php';
  const json = (subject: string) =>
    ask(post, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...answers.message, subject }),
    });

  test('a report of an error in a browser is in the log once it is answered', async () => {
    const answer = await ask('/api/contact_report.php', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    });
    const logged = readFileSync(site.upload.logFile, 'utf8');
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(JSON.parse(logged.trim())).toMatchObject({
      level_name: 'WARNING',
      context: { event: 'browser error', ...report },
    });
  });

  test('an enquiry arrives, by script and by form, and an upgrade keeps it', async () => {
    const { upload, smtpPort } = site;
    const log = () => readFileSync(upload.logFile, 'utf8');
    const mailServer = await startMailServer({ port: smtpPort });
    onTestFinished(mailServer.stop);

    const byScript = await json('By script');
    expect(byScript).toMatchObject({ status: 200, body: '{"status":"success"}' });
    // what was sent leaves right after the answer
    await mailServer.untilArrived([referenceOf(byScript)], 20);

    const byForm = await ask(post, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        // what a browser says that does not know Fetch Metadata
        Host: new URL(siteUrl).host,
        Origin: siteUrl,
      },
      body: new URLSearchParams({ ...answers.message, subject: 'By form' }).toString(),
    });
    expect(byForm.status).toBe(303);
    const sent = await ask(String(byForm.headers.location));
    expect(sent.status).toBe(200);
    expect(sent.body).toContain(referenceOf(byForm));
    await mailServer.untilArrived([referenceOf(byForm)]);
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('By script'),
      expect.stringContaining('By form'),
    ]);
    // the endpoint, too, knows that they were taken
    const status = () => JSON.parse(upload.console(['status', '--json']));
    await expect.poll(status).toMatchObject({ waiting: 0, sentToday: 2 });
    await expect.poll(log).toContain(`"event":"sent","reference":"${referenceOf(byScript)}"`);
    await mailServer.stop();

    // one that cannot leave yet is on its way while the site is upgraded
    const waiting = await json('Waits');
    expect(waiting.status).toBe(200);
    await expect.poll(log).toContain(`"event":"put off","reference":"${referenceOf(waiting)}"`);
    const environment = readFileSync(`${upload.privateFolder}/.env`, 'utf8');
    writeFileSync(`${upload.privateFolder}/server/rules/contact.json`, 'of an earlier version');
    rmSync(`${upload.documentRoot}/favicon.ico`);
    upload.copy();
    expect((await ask('/favicon.ico')).status).toBe(200);
    expect(readFileSync(`${upload.privateFolder}/.env`, 'utf8')).toBe(environment);
    expect(status()).toMatchObject({ waiting: 1, sentToday: 2 });
    const found = upload.console(['find', answers.message.email]);
    for (const answer of [byScript, byForm, waiting]) expect(found).toContain(referenceOf(answer));
    expect((await json('After the upgrade')).status).toBe(200);
    expect(status().waiting).toBe(2);
  });
});
