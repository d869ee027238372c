import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runOnHost } from '../../scripts/console/remote.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
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

describe.each(servers)('%s, private folder %s the document root', (name, layout, start) => {
  const site = serve(layout, start);
  const { ask } = site;
  const post = '/api/contact_process.php';
  const json = (subject: string) =>
    ask(post, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip, br' },
      body: JSON.stringify({ ...message, subject }),
    });

  /** PHP, as another user, may not remove the pass. */
  const account: Connection = {
    ...({} as Connection),
    read: async (path) => (existsSync(path) ? readFileSync(path) : undefined),
    write: async (path, content) => {
      writeFileSync(path, content, { mode: 0o644 });
    },
    remove: async (path) => rmSync(path, { force: true }),
    close: () => {},
  };
  const run = async (args: string[], typed: string[] = []) => {
    const printed: Buffer[] = [];
    const { privateFolder, documentRoot } = site.upload;
    const code = await runOnHost(args, {
      variables: {
        SITE_URL: readFileSync(`${privateFolder}/site.txt`, 'utf8'),
        DEPLOY_CHECK_ADDRESS: site.origin,
        DEPLOY_URL: `sftp://firm@host.example${documentRoot.replace(/\/[^/]*$/, '')}`,
        ...(layout === 'inside' && { DEPLOY_PRIVATE: 'www/private' }),
      },
      environmentFile: '/dev/null',
      output: outputTo({ write: () => true, isTTY: false }),
      ask: undefined,
      login: async () => async () => account,
      print: async ([, text]) => void printed.push(text),
      readLine: async () => typed.shift(),
      terminal: undefined,
      stop: new AbortController().signal,
    });
    return [code, Buffer.concat(printed).toString()] as const;
  };

  test('npm run console finds, exports, backs up and erases an enquiry, as a shell does', async () => {
    expect(await run(['list', 'waiting'])).toEqual([1, 'No enquiry was found.\n']);
    expect((await json('For the console')).status).toBe(200);
    for (const command of [['list'], ['export', '--csv'], ['help', 'erase']])
      expect(await run(command)).toEqual([0, site.upload.console(command)]);
    expect((await run(['backup', 'before.sqlite']))[1]).toContain('Backed up 1 enquiry to ');
    expect((await run(['erase', message.email], ['no']))[1]).toMatch(/Delete 1 enquiry .*Nothing was changed/s);
    expect((await run(['erase', message.email], ['yes']))[1]).toMatch(/Delete 1 enquiry .*Deleted 1 enquiry\./s);
    expect((await run(['list']))[0]).toBe(1);
    expect((await run(['restore', 'before.sqlite']))[1]).toContain('Restored 1 of 1 enquiry');
    expect((await run(['erase', message.email], ['yes']))[0]).toBe(0);
    expect(readdirSync(site.upload.privateFolder).filter((name) => name.endsWith('.pass'))).toEqual([]);
  });

  test('enquiries arrive as JSON and as a form, and an upgrade keeps a waiting one', async () => {
    const { upload, smtpPort } = site;
    const log = () => logIn(upload.dataFolder);
    const mailServer = await startMailServer({ port: smtpPort });
    onTestFinished(mailServer.stop);

    const byScript = await json('By script');
    expect(byScript).toMatchObject({ status: 200, body: '{"status":"success"}' });
    // Otherwise the browser asks for its next page over a connection that is busy with the mail.
    expect(byScript.headers.connection === 'close').toBe(name === 'Apache with mod_php');
    // or the browser would wait until the enquiry is delivered
    if (name.endsWith('mod_php')) expect(byScript.headers['content-length']).toBeDefined();
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
