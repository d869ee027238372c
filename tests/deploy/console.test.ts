import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { apache, type Hosted, nginx, type Start } from '../hosting/support/servers.ts';
import { message } from '../support/answers.ts';
import { type Account, startAccount } from './support/account.ts';
import { openssh, type StartFileServer, vsftpd } from './support/hosts.ts';
import { CTRL_C, ENTER, onTerminal } from './support/terminal.ts';
import { runConsole } from './support/visitors.ts';

/* npm run console, from the operator's computer to accounts without a shell. */

const hosts: [string, StartFileServer, Start<Hosted>][] = [
  ['OpenSSH, served by nginx', openssh, nginx],
  ['vsftpd, served by Apache', vsftpd, apache('php-fpm')],
];

const settings = (account: Account, more: Record<string, string | undefined> = {}) => ({
  ...account.variables(),
  HOME: account.own,
  SSH_AUTH_SOCK: '',
  ENV_FILE: `${account.own}/.env`,
  ...more,
});

/** @returns what the command prints for a program, and its exit code */
function command(account: Account, args: string[], { input = '', ...more }: Record<string, string> = {}) {
  const env = { ...process.env, ...settings(account, more) };
  const { stdout, stderr, status } = spawnSync('node', ['scripts/run.mjs', 'scripts/console/main.ts', ...args], {
    ...{ cwd: root, encoding: 'utf8' as const, env, input },
  });
  return { stdout, stderr, status };
}

async function deployedWith(files: StartFileServer, web: Start<Hosted>): Promise<Account> {
  const account = await startAccount(files, web);
  await account.deployed(['--first']);
  return account;
}

async function send(account: Account, more = {}): Promise<void> {
  const { status, body } = await account.ask('/api/contact_process.php', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...message, ...more }),
  });
  expect(status, body).toBe(200);
}

const passes = (account: Account) => readdirSync(account.privateFolder).filter((name) => name.endsWith('.pass'));

describe.each(hosts)('by %s', (_, files, web) => {
  test('every command prints what a shell would show, and leaves no pass', async () => {
    const account = await deployedWith(files, web);
    expect(command(account, ['list', 'waiting'])).toEqual({ stdout: '', stderr: 'No enquiry was found.\n', status: 1 });
    await send(account);
    for (const args of [['list'], ['export', '--csv'], ['list', '--sinse=x'], ['_complete']]) {
      const { stdout, status } = command(account, args);
      if (args[0] !== '_complete') expect(stdout).toBe(runConsole(account, ...args));
      expect(status).toBe(stdout === '' ? 2 : 0);
    }
    for (const name of ['doctor', 'work', 'backup'])
      expect(command(account, [name]).stderr, name).not.toContain('The end of the command');
    expect(command(account, ['erase', message.email], { input: 'no\n' })).toMatchObject({
      stderr: expect.stringContaining('Nothing was changed.'),
      status: 1,
    });
    expect(command(account, ['erase', message.email], { input: 'yes\n' })).toMatchObject({
      stdout: expect.stringMatching(/Delete 1 enquiry permanently\?.*Deleted 1 enquiry\./s),
      status: 0,
    });
    expect(passes(account)).toEqual([]);

    const redirected = command(account, ['list'], { SITE_URL: 'http://www.firm.example' });
    expect(redirected).toMatchObject({ stderr: expect.stringContaining('is not encrypted'), status: 1 });
    const wrong = command(account, ['list'], { DEPLOY_PASSWORD: 'wrong' });
    expect(wrong).toMatchObject({ stderr: expect.stringContaining('did not accept'), status: 1 });
  });

  test('asks on a terminal of any width, again if the effect has changed, and ends on Ctrl-C', async () => {
    const account = await deployedWith(files, web);
    await send(account);
    const { DEPLOY_PASSWORD: password } = account.variables();
    const erase = (columns: number) =>
      onTerminal(`erase ${message.email}`, settings(account, { DEPLOY_PASSWORD: '' }), columns, 'console');
    const terminal = erase(40);
    await terminal.until('Password of');
    terminal.type(`${password}${ENTER}`);
    await terminal.until('Delete 1 enquiry permanently?');
    await send(account, { subject: 'Another one' });
    terminal.type(`yes${ENTER}`);
    await terminal.until('changed meanwhile');
    await terminal.until('Delete 2 enquiries permanently?');
    terminal.type(`yes${ENTER}`);
    await terminal.until('Deleted 2 enquiries.');
    expect(await terminal.ended, terminal.shown()).toBe(0);
    expect(terminal.shown()).toContain('\u001b[32mDelete');
    expect(stripVTControlCharacters(terminal.shown())).not.toContain(password);

    await send(account);
    const stopped = erase(80);
    await stopped.until('Password of');
    stopped.type(`${password}${ENTER}`);
    await stopped.until('Delete 1 enquiry permanently?');
    stopped.type(CTRL_C);
    await stopped.until('Nothing was changed.');
    expect(await stopped.ended).toBe(130);
    expect(runConsole(account, 'list')).toContain('waiting');
    expect(passes(account)).toEqual([]);
  });
});

test('an account of another site is refused, and a folder that the site does not use', async () => {
  const account = await deployedWith(openssh, nginx);
  writeFileSync(`${account.privateFolder}/site.txt`, 'https://other.example');
  expect(command(account, ['list']).stderr).toContain('belongs to https://other.example');
  const elsewhere = command(account, ['list'], { DEPLOY_PRIVATE: 'private-second' });
  expect(elsewhere).toMatchObject({ stderr: expect.stringContaining('The pass cannot be left in'), status: 1 });
  expect(passes(account)).toEqual([]);
});
