import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { login } from '../../scripts/deploy/login.ts';
import { nginx } from '../hosting/support/servers.ts';
import { type Build, steps, Walk } from '../support/deployment/walk.ts';
import { type Account, startAccount } from './support/account.ts';
import { openssh, type StartFileServer, vsftpd } from './support/hosts.ts';

/* The walk of tests/scripts/releases.test.ts with real servers, and with the real endpoint. */

function built(account: Account, number: number): Build {
  account.change(`build ${number}`, number % 4 === 0);
  const dist = `${account.own}/build-${number}`;
  cpSync(account.dist, dist, { recursive: true });
  return { dist, manifest: JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8')) };
}

test.each<[string, StartFileServer]>([
  ['OpenSSH', openssh],
  ['vsftpd', vsftpd],
])(
  '%s: in any order of deployments, failures, interruptions and rollbacks, no good release is lost',
  async (_, files) => {
    const account = await startAccount(files, nginx);
    await account.deployed(['--first']);
    const environment = account.read('private/.env');
    const builds = Array.from({ length: 7 }, (_, number) => built(account, number));
    const host = {
      login,
      builds,
      replaces: true,
      variables: { ...account.variables(), HEALTH_TOKEN: '' },
      read: (path: string) => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined),
      setBroken: (isBroken: boolean) =>
        writeFileSync(`${account.base}/private/.env`, `${environment}${isBroken ? 'RATE_LIMIT=many\n' : ''}`),
    };
    const walks = fc.asyncProperty(steps(8), async (path) => {
      for (const folder of [
        'www',
        ...['deploy.json', 'release.txt', 'deploy.lock', 'releases', 'code'].map((name) => `private/${name}`),
      ])
        rmSync(`${account.base}/${folder}`, { recursive: true, force: true });
      mkdirSync(account.documentRoot);
      account.give(account.base);
      const walk = new Walk(host);
      for (const step of path) await walk.go(step);
    });
    await fc.assert(walks, {
      seed: Number(process.env['SEED'] ?? 69),
      numRuns: Number(process.env['WALKS'] ?? 2),
      // a shorter failure takes too long to find
      endOnFailure: true,
      interruptAfterTimeLimit: 900_000,
    });
  },
);
