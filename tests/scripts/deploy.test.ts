import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtFile, readBuild, sha256 } from '../../scripts/deploy/build.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import { withSetting } from '../../scripts/deploy/endpointSettings.ts';
import { login } from '../../scripts/deploy/login.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
import { Pool } from '../../scripts/deploy/pool.ts';
import { Repository } from '../../scripts/deploy/repository.ts';
import { readTarget, type Target } from '../../scripts/deploy/settings.ts';
import { fingerprintOf, requireTrust } from '../../scripts/deploy/trust.ts';
import { builtWith } from '../../scripts/serving.ts';
import { MemoryAccount } from '../support/deployment/memoryAccount.ts';
import { SETTINGS, smallBuild } from '../support/deployment/smallBuild.ts';
import { listen } from '../support/listen.ts';
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
  expect(() => readTarget({ DEPLOY_URL: 'ftps://user:secret@host.example' })).toThrow('must contain no password');
  expect(() => readTarget(variables, true)).toThrow(
    /SITE_URL is not set\n.*SMTP_HOST is not set\n.*MAIL_FROM is not set$/,
  );
});

test.each([
  ['sftp://web%40firm.example@host.example/home/a%20b/', 'host.example', 22, 'web@firm.example', '/home/a b/www'],
  ['ftps://user@host.example', 'host.example', 21, 'user', '/www'],
  ['ftp://user@[2001:db8::1]:2121/', '2001:db8::1', 2121, 'user', '/www'],
])('%s names the host, the port, the user and the folder', (address, host, port, user, documentRoot) => {
  const target = readTarget({ SITE_URL: 'https://www.firm.example', DEPLOY_URL: address });
  expect(target).toMatchObject({ host, port, user, documentRoot });
});

test.each([
  ['220 Welcome', 'sftp', 'speaks FTP, and DEPLOY_URL begins with sftp://. Begin it with ftps://'],
  ['SSH-2.0-OpenSSH_9.2', 'ftps', 'speaks SFTP, and DEPLOY_URL begins with ftps://. Begin it with sftp://'],
])('the greeting %s to a deployment by %s is explained', async (greeting, protocol, message) => {
  const server = createServer((socket) => socket.end(`${greeting}\r\n`));
  onTestFinished(() => void server.close());
  const DEPLOY_URL = `${protocol}://user@127.0.0.1:${await listen(server)}`;
  const target = readTarget({ SITE_URL: 'https://www.firm.example', DEPLOY_URL });
  await expect(login(target, {} as Parameters<typeof login>[1])).rejects.toThrow(message);
});

test.each([
  [421, 'The connection was lost. Run npm run deploy again'],
  ['ECONNRESET', 'The connection was lost. Run npm run deploy again'],
  [552, 'the disk full or the quota used up'],
  ['EACCES', 'may be read-only'],
])('after the error %s, the operator reads what to do', async (code, advice) => {
  const fails = async () => {
    throw Object.assign(new Error('No.'), { code });
  };
  const pool = await Pool.connect('host.example', async () => ({ read: fails }) as Partial<Connection> as Connection);
  await expect(pool.main.read('/private/.env')).rejects.toThrow(new RegExp(`^/private/\\.env: No\\. .*${advice}`));
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

/** An account, and deployments to it. */
async function host(settings: Record<string, string> = {}) {
  const account = new MemoryAccount();
  onTestFinished(() => account.stop());
  const variables = { SITE_URL: await account.start(), ...SETTINGS, ...settings };
  const said: string[] = [];
  let whileWaiting = () => {};
  /** @param build its number */
  const run = (args: readonly string[], build = 0, changes: Record<string, string> = {}) =>
    deploy(args, {
      variables: { ...variables, ...changes },
      environmentFile: '/dev/null',
      dist: smallBuild(temporaryFolder(), build, variables).dist,
      repository: new Repository(temporaryFolder()),
      login: async () => async () => account.connection(),
      build: async () => {},
      output: outputTo({ write: (line: string) => said.push(line) > 0, isTTY: false }),
      ask: undefined,
      wait: async () => whileWaiting(),
      stop: new AbortController().signal,
    });
  const onWait = (happens: () => void) => {
    whileWaiting = happens;
  };
  return { account, run, onWait, said: () => said.splice(0).join('') };
}

const FIRST = ['--first', '--no-build'];
const NEXT = ['--no-build'];

describe('deploy --first', () => {
  test('uploads the settings and recipients of each form, for PHP alone, and names the line for cron', async () => {
    const { account, run, said } = await host({ MAIL_TO_CONTACT: 'desk@firm.example' });
    await run(FIRST);
    const environment = String(account.files.get('/private/.env')).split('\n');
    expect(environment).toEqual(
      expect.arrayContaining(['MAIL_TO=sales@firm.example', 'MAIL_TO_CONTACT=desk@firm.example']),
    );
    expect(environment.join()).not.toContain('DEPLOY_');
    expect(account.modes.get('/private/.env')).toBe(0o600);
    expect(account.modes.get('/private/server/data')).toBe(0o700);
    // PHP may run as another user
    expect(account.modes.get('/private/server')).toBe(0o755);
    expect(said()).toContain('* * * * * php /private/server/console work');
    await run(NEXT, 1, { MAIL_TO: 'another@firm.example' });
    expect(said()).toContain('MAIL_TO here differs from /private/.env');
    expect(String(account.files.get('/private/.env'))).not.toContain('another@');
  });

  test('names all settings that the endpoint would refuse, and uploads nothing', async () => {
    const { account, run } = await host({
      ...{ SMTP_PORT: 'many', MAIL_FROM: 'nobody', MAIL_TO_CONTACT: 'no address', MAIL_TO_NOTHING: 'a@firm.example' },
    });
    await expect(run(FIRST)).rejects.toThrow(/SMTP_PORT.*MAIL_FROM.*MAIL_TO_CONTACT/s);
    expect(account.files.size).toBe(0);
    await expect((await host({ MAIL_TO_NOTHING: 'a@firm.example' })).run(FIRST)).rejects.toThrow(
      'MAIL_TO_NOTHING names no form',
    );
  });

  test('uploads no settings into a document root that shows its folder private', async () => {
    const { account, run } = await host({ DEPLOY_WWW: '.', DEPLOY_PRIVATE: 'private' });
    account.showsRoot = true;
    await expect(run(FIRST)).rejects.toThrow('Visitors can read /private');
    expect([...account.files.keys()].filter((path) => path.endsWith('.env'))).toEqual([]);
  });
});

interface Refusal {
  readonly message: string;
  readonly args?: readonly string[];
  /** Of the settings. */
  readonly changes?: Record<string, string>;
  readonly prepare?: () => unknown;
}

describe('a deployment', () => {
  test('uploads nothing with --dry-run, or if it would replace what somebody else made', async () => {
    const elsewhere = new MemoryAccount();
    onTestFinished(() => elsewhere.stop());
    const another = await elsewhere.start();
    const locked = new MemoryAccount();
    locked.asksForPassword = true;
    onTestFinished(() => locked.stop());
    const staging = await locked.start();
    const { account, run, said } = await host();
    await run(FIRST);
    const write = (path: string, content?: string) => () => {
      if (content === undefined) account.files.delete(path);
      else account.files.set(path, Buffer.from(content));
    };
    const now = new Date().toISOString();
    const lock = async () => {
      await account.connection().make('/private/deploy.lock');
      account.files.set('/private/deploy.lock/owner', Buffer.from(`on x since ${now}`));
    };
    const refusals: readonly Refusal[] = [
      { message: 'npm took --dry-run for itself', changes: { npm_config_dry_run: 'true' } },
      { message: 'has other settings than the live release', changes: { SERVICE_PREFIX: '/other' } },
      { message: 'changed since the build', changes: { SERVICE_PREFIX: '/other' }, args: ['--new-settings'] },
      { message: 'Another installation answers', changes: { DEPLOY_CHECK_ADDRESS: another } },
      { message: 'asks for a password (401)', changes: { DEPLOY_CHECK_ADDRESS: staging } },
      {
        message: 'not left there like this by a deployment:\n  /www/index.html',
        prepare: write('/www/index.html', 'mine'),
      },
      {
        message: 'belongs to https://www.other.example',
        prepare: write('/private/site.txt', 'https://www.other.example'),
      },
      { message: 'The host has no /private/.env', prepare: write('/private/.env') },
      { message: `Another deployment is running (on x since ${now})`, prepare: lock },
    ];
    const clean = new Map(account.files);
    for (const { message, changes, args = [], prepare } of refusals) {
      await prepare?.();
      const before = new Map(account.files);
      await expect(run([...NEXT, ...args], 1, changes), message).rejects.toThrow(message);
      expect(account.files, message).toEqual(before);
      account.files.clear();
      for (const [path, content] of clean) account.files.set(path, content);
    }
    said();
    await run([...NEXT, '--dry-run'], 1);
    expect(said()).toMatch(/replaced {2}\/www\/public\/index\/index\.html\n.*Nothing was changed/s);
    expect(account.files).toEqual(clean);

    const begun = new Date(Date.now() - 61 * 60_000).toISOString();
    account.files.set('/private/deploy.lock/owner', Buffer.from(`on x since ${begun}`));
    await run(NEXT, 1);
    expect(said()).toContain('This deployment takes over.');
  });

  test('brings the last release back if an upload, a page, a form or the store of the new one fails', async () => {
    const { account, run, onWait, said } = await host();
    await run(FIRST);
    const live = account.files.get('/private/release.txt');
    const problem = { what: 'No enquiry can be accepted: the disk is full.', fix: 'Make room.' };
    for (const [trouble, message] of [
      [{ cuts: /assets/ }, 'These files have not arrived whole: /www/assets/'],
      [{ failing: /about-us$/ }, '/public/about-us answers 500'],
      [{ failing: /_process\.php .*json$/ }, 'answers 500 to an invalid enquiry (application/json)'],
      [{ failing: /_process\.php .*form/ }, 'answers 500 to an invalid enquiry (application/x-www-form-urlencoded)'],
      [{ problems: [problem] }, problem.what],
    ] as const) {
      Object.assign(account, { cuts: undefined, failing: undefined, problems: [], ...trouble });
      await expect(run(NEXT, 1), message).rejects.toThrow(message);
      expect(account.files.get('/private/release.txt')).toEqual(live);
    }
    account.problems = [{ what: 'Mail is late.', fix: 'Look at it.' }];
    said();
    await run(NEXT, 1);
    expect(said()).toMatch(/To do:.*- Mail is late\. Look at it\./s);
    // PHP may keep old files for some seconds
    account.failing = /about-us$/;
    onWait(() => {
      account.failing = undefined;
    });
    await run(NEXT, 2, { HEALTH_TOKEN: '' });
    expect(said()).toMatch(/To do:.*- The status page was not read: it needs HEALTH_TOKEN/s);
  });

  test('keeps five releases, and what others wrote into .htaccess, also before the name leads to the host', async () => {
    const { account, run, said } = await host({ SITE_URL: 'https://127.0.0.1:1' });
    account.files.set('/www/.htaccess', Buffer.from('# mine\n'));
    const address = { DEPLOY_CHECK_ADDRESS: account.address };
    for (let build = 0; build < 9; build += 1) await run(build === 0 ? FIRST : NEXT, build, address);
    const names = [...account.files.keys()];
    expect(names.filter((path) => /^\/private\/releases\/\w+\/manifest\.json$/.test(path))).toHaveLength(5);
    expect(names.filter((path) => path.startsWith('/www/assets/home-'))).toHaveLength(5);
    // the code of the builds 4 to 7, and that of the last one
    expect(names.filter((path) => /^\/private\/code\/\w+\/server\/console$/.test(path))).toHaveLength(2);
    expect(String(account.files.get('/www/.htaccess'))).toBe('# mine\n\n# BEGIN website: 8\n# END website\n');
    expect(said()).toMatch(/To do:.*Visitors of https:\/\/127\.0\.0\.1:1 do not see this release/s);

    const changed = '# mine\n\n# BEGIN website: changed\n# END website\n';
    account.files.set('/www/.htaccess', Buffer.from(changed));
    await run([...NEXT, '--overwrite'], 8, address);
    expect(String(account.files.get('/www/.htaccess.old'))).toBe(changed);
    expect(said()).toContain('It is kept as /www/.htaccess.old');
  });
});

test('a new host is trusted only after a question, and another key of a known one never', async () => {
  const key = Buffer.from('the key of the host');
  const trust = (known: readonly string[], answer?: boolean) => {
    const target = { fingerprints: [...known] } as unknown as Target;
    const ask = answer === undefined ? undefined : { confirm: async () => answer, secret: async () => '' };
    const file = `${temporaryFolder()}/.env`;
    const output = outputTo({ write: () => true, isTTY: false });
    const asked = requireTrust('The key', key, target, { ask, output, variables: {}, environmentFile: file });
    return asked.then(() => (existsSync(file) ? [readFileSync(file, 'utf8'), statSync(file).mode & 0o077] : []));
  };
  const own = fingerprintOf(key);
  expect(await trust(['SHA256:another', own])).toEqual([]);
  expect(await trust([], true)).toEqual([`DEPLOY_FINGERPRINT=${own}\n`, 0]);
  await expect(trust([], false)).rejects.toThrow('was not accepted');
  await expect(trust([])).rejects.toThrow(`DEPLOY_FINGERPRINT=${own}\nIf not, somebody may listen in`);
  await expect(trust(['SHA256:another'], true)).rejects.toThrow('DEPLOY_FINGERPRINT is SHA256:another');
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
