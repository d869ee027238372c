import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../scripts/environment.mjs';
import { message } from '../support/answers.ts';
import { logIn } from '../support/logIn.ts';
import { startMailServer } from '../support/mailServer.ts';
import type { Answer } from './support/ask.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import type { Layout } from './support/upload.ts';

const servers: [name: string, layout: Layout, start: Start][] = [
  ['nginx with php-fpm', 'beside', nginx],
  ['Apache with php-fpm', 'inside', apache('php-fpm')],
  ['Apache with mod_php', 'beside', apache('mod_php')],
];

const { siteUrl } = readEnvironment();

const referenceOf = ({ headers }: Answer) => String(headers['enquiry-reference']);

describe.each(servers)('%s, private folder %s the document root', (_, layout, start) => {
  const site = serve(layout, start);
  const { ask } = site;
  const post = '/api/contact_process.php';
  const json = (subject: string) =>
    ask(post, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...message, subject }),
    });

  test('enquiries arrive as JSON and as a form, and an upgrade keeps a waiting one', async () => {
    const { upload, smtpPort } = site;
    const log = () => logIn(upload.dataFolder);
    const mailServer = await startMailServer({ port: smtpPort });
    onTestFinished(mailServer.stop);

    const byScript = await json('By script');
    expect(byScript).toMatchObject({ status: 200, body: '{"status":"success"}' });
    await mailServer.untilArrived([referenceOf(byScript)], 20);

    const byForm = await ask(post, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Host: new URL(siteUrl).host,
        Origin: siteUrl,
      },
      body: new URLSearchParams({ ...message, subject: 'By form' }).toString(),
    });
    expect(byForm.status).toBe(303);
    const headers = { Cookie: `enquiry-reference=${referenceOf(byForm)}` };
    const sent = await ask(String(byForm.headers.location), { headers });
    expect(sent.status).toBe(200);
    expect(sent.body).toContain(referenceOf(byForm));
    await mailServer.untilArrived([referenceOf(byForm)]);
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('By script'),
      expect.stringContaining('By form'),
    ]);
    const status = () => JSON.parse(upload.console(['status', '--json']));
    await expect.poll(status).toMatchObject({ waiting: 0 });
    await expect.poll(log).toContain(`"event":"delivered","reference":"${referenceOf(byScript)}"`);
    await mailServer.stop();

    const waiting = await json('Waits');
    expect(waiting.status).toBe(200);
    await expect.poll(log).toContain(`"event":"put off","reference":"${referenceOf(waiting)}"`);
    const environment = readFileSync(`${upload.privateFolder}/.env`, 'utf8');
    writeFileSync(`${upload.privateFolder}/server/forms/contact/form.json`, 'of an earlier version');
    rmSync(`${upload.documentRoot}/favicon.ico`);
    upload.copy();
    expect((await ask('/favicon.ico')).status).toBe(200);
    expect(readFileSync(`${upload.privateFolder}/.env`, 'utf8')).toBe(environment);
    expect(status()).toMatchObject({ waiting: 1 });
    const found = upload.console(['list', '--search', message.email]);
    for (const answer of [byScript, byForm, waiting]) expect(found).toContain(referenceOf(answer));
    expect((await json('After the upgrade')).status).toBe(200);
    expect(status().waiting).toBe(2);
  });
});
