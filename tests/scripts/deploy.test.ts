import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import type { Output } from '../../scripts/deploy/output.ts';
import { Pool } from '../../scripts/deploy/pool.ts';

test('an FTP account whose folder is / gets its folders, parents first', async () => {
  const made: string[] = [];
  const connection: Pick<Connection, 'makeFolder'> = {
    makeFolder: async (folder) => {
      made.push(folder);
    },
  };
  const pool = await Pool.connect('host.example', async () => connection as Connection);
  await pool.makeFoldersOf(['/private/server/console', '/www/index.html'], '');
  expect(made).toEqual(['/www', '/private', '/private/server']);
});

test.each([
  ['https://www.firm.co.za', [], ['name', 'phone'], 'name, phone'],
  ['https://www.firm.co.za', ['--sample'], ['name'], 'connecting'],
  ['https://www.firm.co.za', [], [], 'connecting'],
  ['http://127.0.0.1:8080', [], ['name'], 'connecting'],
  ['https://www.firm.example', [], ['name'], 'connecting'],
])(
  'only --sample brings the sample firm to a public address: %s %j %j',
  async (siteUrl, options, samples, said) => {
    const dist = mkdtempSync(`${tmpdir()}/dist-`);
    onTestFinished(() => rmSync(dist, { recursive: true }));
    const pages = `${dist}/private/server/pages`;
    mkdirSync(pages, { recursive: true });
    writeFileSync(`${pages}/firm.json`, JSON.stringify({ samples }));
    writeFileSync(`${dist}/private/site.txt`, siteUrl);
    writeFileSync(`${dist}/manifest.json`, JSON.stringify({ release: '1', code: '1', files: {} }));
    const deployment = deploy(['--no-build', ...options], {
      variables: { SITE_URL: siteUrl, DEPLOY_URL: 'sftp://user@host.example/home' },
      environmentFile: '',
      dist,
      build: () => undefined,
      output: {
        step: () => {
          throw new Error('connecting');
        },
      } as unknown as Output,
      ask: undefined,
      knownHosts: '',
      note: '',
      clock: { now: () => 0, wait: async () => undefined },
      fetch,
    });
    await expect(deployment).rejects.toThrow(said);
  },
);
