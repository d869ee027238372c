import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtFile, readBuild, sha256 } from '../../scripts/deploy/build.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import { withSetting } from '../../scripts/deploy/endpointSettings.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
import { Pool } from '../../scripts/deploy/pool.ts';
import { Repository } from '../../scripts/deploy/repository.ts';
import { readTarget } from '../../scripts/deploy/settings.ts';
import { builtWith } from '../../scripts/serving.ts';
import { MemoryAccount } from '../support/deployment/memoryAccount.ts';
import { SETTINGS, smallBuild } from '../support/deployment/smallBuild.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test('an FTP account whose folder is / gets its folders, parents first', async () => {
  const made = ['/'];
  const connection: Pick<Connection, 'make' | 'setMode' | 'isFolder'> = {
    async make(folder) {
      if (made.includes(folder) || !made.includes(dirname(folder))) throw new Error('550');
      made.push(folder);
    },
    isFolder: async (folder) => made.includes(folder),
    setMode: async () => {},
  };
  const pool = await Pool.connect('host.example', async () => connection as Connection);
  await pool.makeFoldersOf(['/private/server/console', '/private/server/data', '/www/index.html']);
  expect(made).toEqual(['/', '/private', '/private/server', '/www']);
});

test('the settings that --first needs are named together', () => {
  const variables = { DEPLOY_URL: 'sftp://user@host.example/home', MAIL_TO: 'sales@firm.example' };
  expect(() => readTarget(variables, true)).toThrow(
    /SITE_URL is not set\n.*SMTP_HOST is not set\n.*MAIL_FROM is not set$/,
  );
});

test.each([
  ['https://www.firm.co.za', false, ['site.ts: name', 'home.ts: lead'], 'site.ts: name\nhome.ts: lead\n'],
  ['https://www.firm.co.za', true, ['site.ts: name'], undefined],
  ['https://www.firm.co.za', false, [], undefined],
  ['http://127.0.0.1:8080', false, ['site.ts: name'], undefined],
  ['https://www.firm.example', false, ['site.ts: name'], undefined],
])(
  'claims of the sample firm need a yes for a public address: %s %j %j',
  async (siteUrl, isAllowed, samples, refusal) => {
    const dist = temporaryFolder();
    const write = (file: string, content: string) => {
      mkdirSync(`${dist}/${dirname(file)}`, { recursive: true });
      writeFileSync(`${dist}/${file}`, content);
    };
    write('private/server/pages/firm.json', JSON.stringify({ samples }));
    const target = readTarget({ SITE_URL: siteUrl, DEPLOY_URL: 'sftp://user@host.example/home' });
    const settings = builtWith(target);
    write('manifest.json', JSON.stringify({ release: '1', code: '1', settings, files: {} }));
    const read = readBuild(dist, target, async () => isAllowed);
    if (refusal === undefined) await expect(read).resolves.toMatchObject({ release: '1' });
    else await expect(read).rejects.toThrow(refusal);
  },
);

test('a file that another build has replaced during a deployment is not uploaded', () => {
  const dist = temporaryFolder();
  const files = { 'index.html': { hash: sha256('of this build'), size: 13 } };
  const read = () => String(builtFile(dist, 'index.html', { release: '1', code: '1', settings: {}, files }));
  writeFileSync(`${dist}/index.html`, 'of this build');
  expect(read()).toBe('of this build');
  writeFileSync(`${dist}/index.html`, 'of the next one');
  expect(read).toThrow('index.html has changed since the build');
  rmSync(`${dist}/index.html`);
  expect(read).toThrow('Run npm run deploy again');
});

test.each([
  ['', 'KEY=SHA256:a+b/c\n'],
  ['KEY=', 'KEY=SHA256:a+b/c'],
  ["A=1\r\n KEY ='old' # comment\r\nB=2", 'A=1\r\nKEY=SHA256:a+b/c\r\nB=2'],
  ['KEY=1\nKEY=2\n', 'KEY=1\nKEY=SHA256:a+b/c\n'],
  ['# KEY=\nMY_KEY=1', '# KEY=\nMY_KEY=1\nKEY=SHA256:a+b/c\n'],
])('a setting is written into its line: %j', (text, expected) => {
  expect(withSetting(text, 'KEY', 'SHA256:a+b/c')).toBe(expected);
});

describe('deploy --first', () => {
  const first = async (settings: Record<string, string>) => {
    const account = new MemoryAccount();
    onTestFinished(() => account.stop());
    const variables = { SITE_URL: await account.start(), ...SETTINGS, ...settings };
    const run = deploy(['--first', '--no-build'], {
      variables,
      environmentFile: '/dev/null',
      dist: smallBuild(temporaryFolder(), 0, variables).dist,
      repository: new Repository(temporaryFolder()),
      login: async () => async () => account.connection(),
      build: async () => {},
      output: outputTo({ write: () => true, isTTY: false }),
      ask: undefined,
      wait: async () => {},
      stop: new AbortController().signal,
    });
    return { account, run };
  };

  test('uploads the recipients of each form', async () => {
    const { account, run } = await first({ MAIL_TO_CONTACT: 'desk@firm.example' });
    await run;
    const environment = String(account.files.get('/private/.env')).split('\n');
    expect(environment).toEqual(
      expect.arrayContaining(['MAIL_TO=sales@firm.example', 'MAIL_TO_CONTACT=desk@firm.example']),
    );
  });

  test('names all settings that the endpoint would refuse, and uploads nothing', async () => {
    const { account, run } = await first({
      ...{ SMTP_PORT: 'many', MAIL_FROM: 'nobody', MAIL_TO_CONTACT: 'no address', MAIL_TO_NOTHING: 'a@firm.example' },
    });
    await expect(run).rejects.toThrow(/SMTP_PORT.*MAIL_FROM.*MAIL_TO_CONTACT/s);
    expect(account.files.size).toBe(0);
    await expect((await first({ MAIL_TO_NOTHING: 'a@firm.example' })).run).rejects.toThrow(
      'MAIL_TO_NOTHING names no form',
    );
  });
});

describe('two people with copies of one repository', () => {
  const copy = (from?: string, email = 'ann@firm.example') => {
    const folder = temporaryFolder();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    git(...(from === undefined ? ['init', '--quiet'] : ['clone', '--quiet', from, '.']));
    git('config', 'user.email', email);
    git('config', 'user.name', email.replace(/@.*/, ''));
    const commit = (name: string) => {
      writeFileSync(`${folder}/${name}`, name);
      git('add', '.');
      git('commit', '--quiet', '--message', name);
    };
    return { folder, git, commit, repository: new Repository(folder) };
  };

  test('a release whose commit was fetched and not merged is not replaced unasked', () => {
    const ann = copy();
    ann.commit('first');
    const ben = copy(ann.folder, 'ben@firm.example');
    expect(ben.repository.conflictWith(ann.repository.origin())).toBeUndefined();
    ann.commit('second');
    ben.git('fetch', '--quiet');
    const live = ann.repository.origin();
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
    expect(ben.repository.conflictWith(live)).toContain(
      `${live.commit?.slice(0, 12)} (ann <ann@firm.example>, ${today})`,
    );
    ben.git('pull', '--quiet');
    ben.commit('third');
    expect(ben.repository.conflictWith(live)).toBeUndefined();
    expect(ann.repository.conflictWith(ben.repository.origin())).toContain('ben@firm.example');
  });

  test("somebody else's changes that are in no commit are not replaced unasked", () => {
    const ann = copy();
    ann.commit('first');
    const ben = copy(ann.folder, 'ben@firm.example');
    writeFileSync(`${ann.folder}/first`, 'changed');
    const live = ann.repository.origin();
    expect(ben.repository.conflictWith(live)).toContain('changes of ann@firm.example that are in no commit');
    expect(ann.repository.conflictWith(live)).toBeUndefined();
    ann.git('commit', '--quiet', '--all', '--message', 'changed');
    ben.git('pull', '--quiet');
    expect(ben.repository.conflictWith(ann.repository.origin())).toBeUndefined();
  });

  test('without Git, nothing is refused', () => {
    const repository = new Repository(temporaryFolder());
    expect(repository.origin()).toEqual({ commit: '', author: '' });
    expect(repository.conflictWith(repository.origin())).toBeUndefined();
  });
});
