import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { nginx } from '../hosting/support/servers.ts';
import { Account } from './support/account.ts';
import { openssh } from './support/hosts.ts';
import { line } from './support/line.ts';
import { CTRL_C, ENTER, onTerminal } from './support/terminal.ts';

/* The command in a pseudo-terminal, with the questions that a new operator gets. */

describe('npm run deploy on a terminal', () => {
  let account: Account;
  beforeAll(async () => {
    account = await Account.start(openssh, nginx);
  });
  afterAll(() => account?.stop());

  const settings = () => ({
    ...account.variables(),
    SITE_URL: readFileSync(`${root}dist/private/site.txt`, 'utf8'),
    HOME: account.own,
    SSH_AUTH_SOCK: '',
    ENV_FILE: `${account.own}/.env`,
  });
  const dryRun = (env: Record<string, string | undefined>, columns?: number) =>
    onTerminal('--no-build --dry-run', { ...settings(), ...env }, columns);

  test('asks about the key of the host and for the password', async () => {
    const { DEPLOY_PASSWORD: password } = account.variables();
    for (const columns of [80, 30]) {
      // the second time, .env has it
      const env = { DEPLOY_PASSWORD: '', DEPLOY_FINGERPRINT: undefined };
      const terminal = dryRun(env, columns);
      if (columns === 80) {
        await terminal.until('Is it the one that your host publishes?');
        const { DEPLOY_FINGERPRINT: fingerprint = '' } = account.files.trust;
        expect(stripVTControlCharacters(terminal.shown())).toContain(fingerprint);
        terminal.type('y');
      }
      await terminal.until('Password of');
      terminal.type(`${password}${ENTER}`);
      expect(await terminal.ended, terminal.shown()).toBe(0);
      expect(terminal.shown()).toContain('Nothing was changed.');
      expect(terminal.shown()).not.toContain(password);
    }
  });

  test('asks for the passphrase of a key, and ends on Ctrl-C', async () => {
    const key = `${account.own}/user_key`;
    execFileSync('ssh-keygen', ['-q', '-p', '-N', 'a passphrase', '-P', '', '-f', key]);
    const run = () => dryRun({ DEPLOY_PASSWORD: '', DEPLOY_KEY: key });
    const right = run();
    await right.until('Passphrase of');
    right.type(`a passphrase${ENTER}`);
    expect(await right.ended, right.shown()).toBe(0);

    const wrong = run();
    await wrong.until('Passphrase of');
    wrong.type(`another one${ENTER}`);
    await wrong.until('If it has a passphrase');
    expect(await wrong.ended).toBe(1);

    const stopped = run();
    await stopped.until('Passphrase of');
    stopped.type(CTRL_C);
    await stopped.until('Nothing was changed');
    expect(await stopped.ended).toBe(130);
  });

  test('goes on after Ctrl-C', async () => {
    const slow = await line(account.files.port, { chunk: 500 });
    const { user, base } = account;
    const DEPLOY_URL = `sftp://${user}@127.0.0.1:${slow.port}${base}`;
    const DEPLOY_CHECK_ADDRESS = `http://127.0.0.1:${account.web.port}`;
    const env = { ...settings(), DEPLOY_URL, DEPLOY_CHECK_ADDRESS };
    const terminal = onTerminal('--no-build --first', env, 40);
    await terminal.until(/\d of \d+ files/);
    terminal.type(CTRL_C);
    await terminal.until('Run the same command again');
    expect(await terminal.ended).toBe(130);
    await slow.close();
    expect(account.has('private/code')).toBe(true);
    expect(account.has('private/deploy.lock')).toBe(false);

    // as a computer that was switched off leaves it
    const lock = `${account.privateFolder}/deploy.lock`;
    mkdirSync(lock);
    writeFileSync(`${lock}/owner`, `on another computer since ${new Date().toISOString()}`);
    account.give(lock);
    const next = onTerminal('--no-build --first', { ...settings(), DEPLOY_CHECK_ADDRESS });
    await next.until('Was it interrupted?');
    next.type('y');
    await next.until('This deployment takes over');
    await next.until(/Make release \w+ of .* live/);
    expect(await next.ended, next.shown()).toBe(0);
    expect(next.shown()).toMatch(/To do:\r\n.*console work/s);
  });

  test('a wrong password costs no build, and what is shown before the question fits a narrow terminal', async () => {
    const terminal = onTerminal('', { ...settings(), DEPLOY_PASSWORD: '' }, 40);
    await terminal.until('Password of');
    for (const one of stripVTControlCharacters(terminal.shown()).split('\r\n'))
      expect(one.length).toBeLessThanOrEqual(40);
    terminal.type(`wrong${ENTER}`);
    await terminal.until('did not accept');
    expect(await terminal.ended).toBe(1);
    expect(terminal.shown()).not.toContain('Build the site');
  });
});

test('options that make no sense together are refused with 2', async () => {
  for (const args of ['--rollback --first', '--rollback --no-build', '--rollbak', '--rollback x']) {
    const terminal = onTerminal(args, { ENV_FILE: '/dev/null' });
    expect(await terminal.ended, args).toBe(2);
    expect(terminal.shown()).toMatch(/--rollback/);
  }
});
