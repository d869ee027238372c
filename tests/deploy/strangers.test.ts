import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LiveSite } from '../../scripts/deploy/checks.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
import { readTarget } from '../../scripts/deploy/settings.ts';
import { apache, type Hosted, nginx, type Start } from '../hosting/support/servers.ts';
import { SERVER_USER } from '../hosting/support/upload.ts';
import { listen } from '../support/listen.ts';
import { Account, startAccount } from './support/account.ts';
import { makeCertificate, openssh, vsftpd } from './support/hosts.ts';
import { runConsole } from './support/visitors.ts';

/* Other sites, other hosts, panels, and operators' mistakes. */

const quick = { HEALTH_TOKEN: '' };

/** Every file with its time and size. */
const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/data'))
    .map(({ parentPath, name }) => {
      const { mtimeMs, size } = statSync(`${parentPath}/${name}`);
      return `${parentPath}/${name} ${mtimeMs} ${size}`;
    });

/** Expects that nothing is changed. @returns why the deployment is refused */
async function refusal(account: Account, ...given: Parameters<Account['deploy']>): Promise<string> {
  const before = files(account.base);
  const { error } = await account.deploy(...given);
  expect(files(account.base)).toEqual(before);
  return error;
}

/** A server that is not the account's. */
async function another(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

describe('an account with a site', () => {
  const OTHER = 'http://127.0.0.1:1';
  let account: Account;
  beforeAll(async () => {
    account = await Account.start(openssh, nginx);
    mkdirSync(`${account.base}/second`);
    account.give(`${account.base}/second`);
    await account.deployed(['--first']);
  });
  afterAll(() => account?.stop());

  test.each([
    ['a second site', { SITE_URL: OTHER, DEPLOY_WWW: 'second' }, ['--first', '--overwrite']],
    ['a staging copy with all of the settings but one', { SITE_URL: OTHER }, ['--overwrite']],
    ['another document root', { DEPLOY_WWW: 'second' }, ['--overwrite']],
    ['another document root and address', { SITE_URL: OTHER, DEPLOY_WWW: 'second' }, ['--new-settings']],
    ['a rollback of another site', { SITE_URL: OTHER }, ['--rollback']],
  ])('%s is refused, and nothing is changed', async (_, settings, args) => {
    const { SITE_URL = account.origin } = settings as Record<string, string>;
    const dist = account.build(SITE_URL);
    const error = await refusal(account, args, { ...quick, ...settings }, { dist });
    account.build();
    expect(error).toContain(account.origin);
    expect(error).toMatch(/DEPLOY_PRIVATE/);
  });

  test('a new address of the same site is deployed if the operator says so', async () => {
    const alias = account.origin.replace('127.0.0.1', 'localhost');
    const dist = account.build(alias);
    const settings = { ...quick, SITE_URL: alias };
    expect((await account.deploy([], settings, { dist })).error).toContain('--new-settings');
    await account.deployed(['--new-settings'], settings, { dist });
    await account.deployed(['--new-settings'], quick);
  });

  test('a build with other settings than the live release is refused, unless the operator means it', async () => {
    const settings = { ...quick, IDENTITY: 'tests/identity' };
    account.change('other firm');
    account.release(account.dist, { identity: settings.IDENTITY });
    expect(await refusal(account, [], settings)).toContain('IDENTITY: src/identity before, tests/identity now');
    expect(await refusal(account, ['--new-settings'], quick)).toContain('build again');
    await account.deployed(['--new-settings'], settings);
    account.change('same firm');
    await account.deployed(['--new-settings'], quick);
  });

  test('options that npm took for itself are refused, and nothing is changed', async () => {
    for (const name of ['dry_run', 'rollback', 'build']) {
      const error = await refusal(account, [], { ...quick, [`npm_config_${name}`]: 'true' });
      expect(error).toContain('npm run deploy -- --');
    }
  });

  test('an address for the check that does not answer is named before anything is uploaded', async () => {
    const { port } = account.web;
    for (const DEPLOY_CHECK_ADDRESS of ['127.0.0.1:1', 'nowhere.invalid', `https://127.0.0.1:${port}`]) {
      const error = await refusal(account, [], { ...quick, DEPLOY_CHECK_ADDRESS });
      expect(error).toMatch(/does not answer: .*DEPLOY_CHECK_ADDRESS/);
    }
  });

  test('an address that redirects is named before anything is uploaded', async () => {
    // the body names the address, as Apache's does
    const origin = await another((request, response) =>
      response.writeHead(301, { Location: 'https://www.firm.example/' }).end(`It has moved: ${request.url}`),
    );
    const dist = account.build(origin);
    const error = await refusal(account, ['--new-settings'], { ...quick, SITE_URL: origin }, { dist });
    expect(error).toContain('SITE_URL redirects to https://www.firm.example: set it to');
  });
});

test('before the name leads to the host, DEPLOY_CHECK_ADDRESS makes the first deployment', async () => {
  const account = await startAccount(vsftpd, nginx);
  const SITE_URL = await another((_, response) => response.end('The old site'));
  const dist = account.build(SITE_URL);
  const refused = await account.deploy(['--first'], { SITE_URL }, { dist });
  expect(refused.error).toContain('Another installation answers');
  expect(account.has('private/.env')).toBe(false);
  const DEPLOY_CHECK_ADDRESS = `127.0.0.1:${account.web.port}`;
  const settings = { SITE_URL, DEPLOY_CHECK_ADDRESS };
  const said = await account.deployed(['--first'], settings, { dist });
  expect(said).toContain('console work\n  If your login sees only a part of the host, the path is longer');
  expect(said).toContain('contact_work.php?doctor');
  expect(said).toMatch(new RegExp(`Release .* is live on ${DEPLOY_CHECK_ADDRESS}\\.`));
  expect(said).toContain(`- Visitors of ${SITE_URL} do not see this release: the name leads elsewhere.`);
  expect(await account.live()).toMatch(/^\w{12}$/);
  for (const path of ['www/assets', 'www/public/index', 'private', 'private/releases'])
    expect(statSync(`${account.base}/${path}`).mode & 0o777).toBe(0o755);
  expect(statSync(`${account.base}/www/robots.txt`).mode & 0o777).toBe(0o644);
  expect(statSync(`${account.base}/private/server/data`).mode & 0o777).toBe(0o700);
});

test('the host is asked with the name of the site, and gets no password without its certificate', async () => {
  const account = await startAccount(openssh, nginx);
  makeCertificate(account.own);
  const asked: string[] = [];
  const server = createTlsServer(
    {
      cert: readFileSync(`${account.own}/tls.pem`),
      key: readFileSync(`${account.own}/tls.key`),
      SNICallback: (name, done) => {
        asked.push(`TLS ${name}`);
        done(null);
      },
    },
    ({ headers, url = '' }, response) => {
      asked.push(`HTTP ${headers.host} ${headers.authorization ?? 'no password'}`);
      // as the file that the deployment asks for
      response.end(url.replace(/.*\?/, ''));
    },
  );
  onTestFinished(() => void server.close());
  const SITE_URL = 'https://www.firm.example';
  const DEPLOY_CHECK_ADDRESS = `127.0.0.1:${await listen(server)}`;
  const settings = { SITE_URL, DEPLOY_CHECK_ADDRESS, DEPLOY_CHECK_LOGIN: 'a:b' };
  const dist = account.build(SITE_URL);
  const { said, error } = await account.deploy(['--first'], settings, { dist });
  expect(said).toContain('no valid certificate');
  expect(error).toContain('contact_health.php answers 200');
  expect(new Set(asked)).toEqual(new Set(['TLS www.firm.example', 'HTTP www.firm.example no password']));
});

test('where open_basedir keeps PHP out of the folder private, DEPLOY_PRIVATE is advised, and works', async () => {
  const account = await startAccount(openssh, apache('php-fpm'));
  writeFileSync(`${account.base}/www/.user.ini`, `open_basedir=${account.base}/www:/tmp/php\n`);
  const { error } = await account.deploy(['--first']);
  expect(error).toContain('open_basedir');
  expect(error).toContain('set DEPLOY_PRIVATE=www/private in .env, and run: npm run deploy -- --first');
  expect(error).not.toContain('as root');
  const dist = account.build(account.origin, 'private');
  const said = await account.deployed(['--first'], { DEPLOY_PRIVATE: 'www/private' }, { dist });
  expect(said).toContain(`- ${account.base}/private was left by an earlier deployment of this site`);
  rmSync(`${account.base}/private`, { recursive: true });
  expect(await account.deployed([], { DEPLOY_PRIVATE: 'www/private' }, { dist })).not.toContain('was left');
});

test('a host that shows PHP scripts and private files is named', async () => {
  const account = await startAccount(openssh, nginx);
  const origin = await another(({ url = '/' }, response) => {
    const file = `${account.base}/www${url.replace(/\?.*/, '')}`;
    response.end(existsSync(file) && statSync(file).isFile() ? readFileSync(file) : 'none');
  });
  const settings = { ...quick, SITE_URL: origin };
  const beside = await account.deploy(['--first'], settings, { dist: account.build(origin) });
  expect(beside.error).toContain('shows PHP scripts instead of running them');
  const inside = { ...settings, DEPLOY_PRIVATE: 'www/private' };
  const { error } = await account.deploy(['--first'], inside, { dist: account.build(origin, 'private') });
  expect(error).toMatch(/Visitors can read .*www\/private.*AllowOverride/);
  expect(account.has('www/private/.env')).toBe(false);
});

test('PHP as another user: chown makes the first deployment work, and all later ones', async () => {
  const startWeb: Start<Hosted> = ({ folder, documentRoot }) => nginx({ folder, documentRoot, phpUser: SERVER_USER });
  const account = await startAccount(openssh, startWeb);
  expect((await account.deploy(['--first'])).error).toContain('chown -R');
  runConsole(account, 'setup');
  execFileSync('chown', ['-R', SERVER_USER, 'server/data', '.env'], { cwd: `${account.base}/private` });
  for (const args of [['--first'], []]) {
    await account.deployed(args);
  }
});

test('a staging site behind a panel’s password, over a WordPress', async () => {
  const account = await startAccount(openssh, apache('php-fpm'));
  writeFileSync(`${account.own}/passwords`, 'staging:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n');
  const theirs = `# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
# END WordPress
AuthType Basic
AuthName "staging"
AuthUserFile "${account.own}/passwords"
Require valid-user
`;
  writeFileSync(`${account.base}/www/.htaccess`, theirs);
  account.give(account.base);
  const isKept = () => account.read('www/.htaccess').startsWith(theirs);
  expect(await refusal(account, ['--first'])).toContain('set DEPLOY_CHECK_LOGIN');
  const wrong = await refusal(account, ['--first'], { DEPLOY_CHECK_LOGIN: 'staging:wrong' });
  expect(wrong).toContain('DEPLOY_CHECK_LOGIN=user:password in .env, or correct it');
  const login = { DEPLOY_CHECK_LOGIN: 'staging:password' };
  const said = await account.deployed(['--first', '--overwrite'], login);
  // whose login and the panel's would need the same header
  expect(said).not.toMatch(/status page|contact_work/);
  expect(said).toMatch(/To do:.*console doctor.*MAIL_TO .* no test reaches the sales team/s);
  expect(isKept()).toBe(true);
  account.change('staging');
  await account.deployed(['--overwrite'], login);
  expect(isKept()).toBe(true);
  expect((await account.ask('/public/index')).status).toBe(401);
  expect(runConsole(account, 'doctor')).toMatch(/^warning .* asks for a password \(401\)/m);
});

test('over an upload by hand, the command says what it replaces and what is left over', async () => {
  const account = await startAccount(openssh, nginx);
  for (const part of ['www', 'private'])
    cpSync(`${account.dist}/${part}`, `${account.base}/${part}`, { recursive: true });
  const old = account.read('www/.htaccess').replace('\n', '\n# by hand\n');
  writeFileSync(`${account.base}/www/.htaccess`, old);
  account.give(account.base);
  account.change('over');
  const refused = await account.deploy(['--first']);
  expect(refused.error).toContain('--overwrite');
  const said = await account.deployed(['--first', '--overwrite']);
  expect(account.read('www/.htaccess.old')).toBe(old);
  expect(account.read('www/.htaccess')).not.toContain('# by hand');
  expect(said).toMatch(/upload by hand, .* Delete there: .*src.*vendor/);
  const dataId = () => /^DATA_ID=[0-9a-f]+$/m.exec(account.read('private/.env'))?.[0];
  const first = dataId();
  expect(first).toBeDefined();
  // an .env that was filled in by hand
  const environment = account.read('private/.env').replace(/^DATA_ID=.*$/m, 'DATA_ID=');
  writeFileSync(`${account.base}/private/.env`, environment);
  await account.deployed([], quick);
  expect(dataId()).toBe(first);
});

test('after a rollback to a build without the redirect to HTTPS, the message names that', async () => {
  const server = createServer((_, response) => response.end());
  onTestFinished(() => void server.close());
  // with the port of plain HTTP
  await once(server.listen(80, '127.0.0.69'), 'listening');
  let said = '';
  const write = (text: string | Uint8Array) => {
    said += text;
    return true;
  };
  const output = outputTo({ write, isTTY: false });
  const variables = {
    ...{ SITE_URL: 'https://127.0.0.69', REDIRECT_TO_HTTPS: 'yes', DEPLOY_URL: 'sftp://user@host.example/home' },
  };
  const site = new LiveSite({ variables, output, wait: async () => {}, target: readTarget(variables) });
  const settings = { REDIRECT_TO_HTTPS: 'no' };
  await site.tellVisitors({ release: '1', code: '1', settings, files: {} });
  output.end();
  expect(said).toContain('at http://127.0.0.69, the site can be used too');
  expect(said).toContain('This release was built without REDIRECT_TO_HTTPS');
});

test('mistakes in the login are named', async () => {
  const ssh = await startAccount(openssh, nginx);
  const errorOf = async (account: Account, settings: Record<string, string>) => {
    const { error } = await account.deploy(['--dry-run'], { ...quick, ...settings });
    expect(error).not.toContain('goes on where it was');
    return error;
  };
  const url = (scheme: string, { files: { port }, user, base }: Account) => ({
    DEPLOY_URL: `${scheme}://${user}@127.0.0.1:${port}${base}`,
  });
  const tls = await startAccount(vsftpd, nginx);
  expect(await errorOf(tls, url('ftp', tls))).toContain('begin DEPLOY_URL with ftps://');
  for (const DEPLOY_KEY of ['~/.ssh/id', '/tmp'])
    expect(await errorOf(ssh, { DEPLOY_KEY })).toMatch(/DEPLOY_KEY must be the full path/);
  const key = `${ssh.own}/user_key`;
  const withKey = { DEPLOY_PASSWORD: '', DEPLOY_KEY: `${key}.pub` };
  expect(await errorOf(ssh, withKey)).toContain('It is a public key');
  expect(await errorOf(ssh, url('ftps', ssh))).toMatch(/speaks SFTP, .* begins with ftps:/);
  expect(await errorOf(tls, url('sftp', tls))).toMatch(/speaks FTP, .* begins with sftp:/);
});

test('FTPS: a wrong password is named; a self-signed certificate is shown, and trusted by its fingerprint', async () => {
  const account = await startAccount(vsftpd, nginx);
  expect((await account.deploy([], { DEPLOY_PASSWORD: 'wrong' })).error).toContain('DEPLOY_PASSWORD');
  const untrusted = { ...quick, DEPLOY_FINGERPRINT: '' };
  const { error } = await account.deploy(['--dry-run'], untrusted);
  const { DEPLOY_FINGERPRINT } = account.files.trust;
  expect(error).toContain('self-signed (loopback, until ');
  expect(error).toContain(`\nDEPLOY_FINGERPRINT=${DEPLOY_FINGERPRINT}`);
  await account.deployed(['--first']);
  const wrong = { ...quick, DEPLOY_FINGERPRINT: `SHA256:${'A'.repeat(43)}` };
  expect((await account.deploy(['--dry-run'], wrong)).error).toContain('DEPLOY_FINGERPRINT is');
  for (const answer of [false, true]) {
    const questions = { confirm: async () => answer, secret: async () => '' };
    const asked = await account.deploy(['--dry-run'], untrusted, { ask: questions });
    expect(asked.error).toContain(answer ? '' : 'was not accepted');
  }
  const environment = readFileSync(`${account.own}/.env`, 'utf8');
  expect(environment.split('\n')).toContain(`DEPLOY_FINGERPRINT=${DEPLOY_FINGERPRINT}`);
});
