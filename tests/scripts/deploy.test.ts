import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBuild } from '../../scripts/deploy/build.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { Pool } from '../../scripts/deploy/pool.ts';
import { readTarget } from '../../scripts/deploy/settings.ts';

test('an FTP account whose folder is / gets its folders, parents first', async () => {
  const made: string[] = [];
  const connection: Pick<Connection, 'makeFolder'> = {
    makeFolder: async (folder) => {
      made.push(folder);
      return true;
    },
  };
  const pool = await Pool.connect('host.example', async () => connection as Connection);
  await pool.makeFoldersOf(['/private/server/console', '/www/index.html'], '');
  expect(made).toEqual(['/www', '/private', '/private/server']);
});

test.each([
  ['https://www.firm.co.za', false, ['name', 'phone'], 'name, phone'],
  ['https://www.firm.co.za', true, ['name'], undefined],
  ['https://www.firm.co.za', false, [], undefined],
  ['http://127.0.0.1:8080', false, ['name'], undefined],
  ['https://www.firm.example', false, ['name'], undefined],
])(
  'only --sample brings the sample firm to a public address: %s %j %j',
  (siteUrl, allowsSample, samples, refusal) => {
    const dist = mkdtempSync(`${tmpdir()}/dist-`);
    onTestFinished(() => rmSync(dist, { recursive: true }));
    const write = (file: string, content: string) => {
      mkdirSync(`${dist}/${dirname(file)}`, { recursive: true });
      writeFileSync(`${dist}/${file}`, content);
    };
    write('private/server/pages/firm.json', JSON.stringify({ samples }));
    write('private/site.txt', siteUrl);
    write('www/api/contact_process.php', '$private = @file_exists(');
    write('manifest.json', JSON.stringify({ release: '1', code: '1', files: {} }));
    const target = readTarget({ SITE_URL: siteUrl, DEPLOY_URL: 'sftp://user@host.example/home' });
    const read = () => readBuild(dist, target, allowsSample);
    if (refusal === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(refusal);
  },
);
