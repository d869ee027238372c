import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { apache, COMPILED_ONCE, type Hosted, nginx, nginxWith, type Start } from '../hosting/support/servers.ts';
import { startAccount } from './support/account.ts';
import { openssh, type StartFileServer, vsftpd } from './support/hosts.ts';
import { during, stored } from './support/visitors.ts';

const hosts: [string, StartFileServer, Start<Hosted>][] = [
  [
    'OpenSSH, served by nginx and a PHP that compiles each file once',
    openssh,
    (site) => nginxWith(site, COMPILED_ONCE),
  ],
  ['vsftpd, served by Apache', vsftpd, apache('php-fpm')],
];

describe.each(hosts)('by %s', (_, files, web) => {
  test('a first deployment; an upgrade and a rollback that no visitor notices', async () => {
    const account = await startAccount(files, web);
    const first = JSON.parse(readFileSync(`${account.dist}/manifest.json`, 'utf8')).release;

    const withoutSettings = await account.deploy();
    expect(withoutSettings.error).toContain('npm run deploy -- --first');

    const said = await account.deployed(['--first'], { HEALTH_TOKEN: '' });
    const [line = '', token = ''] = /^HEALTH_TOKEN=(\w{64})$/m.exec(readFileSync(`${account.own}/.env`, 'utf8')) ?? [];
    expect(account.read('private/.env').split('\n')).toContain(line);
    expect(account.read('private/.env')).not.toContain('DEPLOY_');
    expect(said).toContain(`${account.base}/private/server/console work`);
    expect(await account.live()).toBe(first);
    expect(statSync(`${account.base}/private/.env`).mode & 0o777).toBe(0o600);
    expect(account.has('private/server/data')).toBe(true);
    expect(account.has('private/deploy.lock')).toBe(false);

    const again = await account.deployed();
    expect(again).not.toContain(' files');

    const second = account.change('second', true);
    const dryRun = await account.deploy(['--dry-run']);
    expect(dryRun.said).toContain('assets/added-second.js');
    expect(dryRun.said).toContain('www/public/index/index.html');
    expect(await account.live()).toBe(first);

    const before = stored(account);
    const visits = await during(account, async () => {
      await account.deployed([], { HEALTH_TOKEN: token });
      expect(await account.live()).toBe(second);
      expect(account.read('www/public/index/index.html')).toContain('<!-- second -->');

      const rehearsed = await account.deployed(['--rollback', '--dry-run']);
      expect(rehearsed).toMatch(new RegExp(`Release ${first} of .*; the live one is ${second} of `));
      expect(await account.live()).toBe(second);
      await account.deployed(['--rollback']);
    });
    expect(visits.faults).toEqual([]);
    expect(visits.confirmed).toBeGreaterThan(0);
    expect(stored(account)).toBe(before + visits.confirmed);
    expect(await account.live()).toBe(first);
    expect(account.read('www/public/index/index.html')).not.toContain('<!-- second -->');
    // open tabs still need it
    expect(account.has('www/assets/added-second.js')).toBe(true);
  });
});

test('the command shows what it would do, and exits with 1 if it cannot', async () => {
  const account = await startAccount(openssh, nginx);
  const command = (password: string) =>
    spawnSync('node', ['scripts/run.mjs', 'scripts/deploy/main.ts', '--no-build', '--dry-run'], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...account.variables(),
        SITE_URL: readFileSync(`${root}dist/private/site.txt`, 'utf8'),
        DEPLOY_PASSWORD: password,
        SSH_AUTH_SOCK: '',
        ENV_FILE: '/dev/null',
      },
    });
  const { status, stdout, stderr } = command(account.variables()['DEPLOY_PASSWORD'] ?? '');
  expect(stdout + stderr).toContain('Nothing was changed.');
  expect(status).toBe(0);
  expect(account.has('private')).toBe(false);
  const wrong = command('wrong');
  expect(wrong.stderr).toMatch(/^127\.0\.0\.1 did not accept the key or the password/);
  expect(wrong.status).toBe(1);
});
