import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { nginx } from '../hosting/support/servers.ts';
import { Account, startAccount } from './support/account.ts';
import { openssh, vsftpd } from './support/hosts.ts';
import { line } from './support/line.ts';
import { stored } from './support/visitors.ts';

/** Without the status page, which asks mail servers, the many deployments here are faster. */
const quick = { HEALTH_TOKEN: '' };

/** The settings for another port or folder. */
const through = ({ files, user, base }: Account, port: number, rest = '') => ({
  DEPLOY_URL: `${files.scheme}://${user}@127.0.0.1:${port}${base}${rest}`,
});

async function cutEverywhere(account: Account, cuts: number, hasOtherCode: boolean) {
  const kind = hasOtherCode ? 'code' : 'pages';
  account.change(`whole ${kind}`, hasOtherCode);
  const whole = await line(account.files.port);
  const settings = { ...quick, ...through(account, whole.port) };
  await account.deployed([], settings);
  await whole.close();
  for (let cut = 1; cut <= cuts; cut += 1) {
    const before = await account.live();
    const mark = `cut ${cut} ${kind}`;
    const release = account.change(mark, hasOtherCode);
    const cutAfter = (whole.bytes * cut) / (cuts + 1);
    const broken = await line(account.files.port, { cutAfter });
    const run = await account.deploy([], { ...quick, ...through(account, broken.port) });
    await broken.close();
    expect(run.error, run.said).not.toBe('');
    expect([before, release], run.said + run.error).toContain(await account.live());
    expect((await account.ask('/public/index')).status).toBe(200);
    account.passTwoHours();
    const next = await account.deploy([], quick);
    expect(next.error, `${mark}: ${run.error}\n${next.said}`).toBe('');
    expect(await account.live()).toBe(release);
    expect(account.read('www/public/index/index.html')).toContain(`<!-- ${mark} -->`);
  }
}

describe('an account with SFTP', () => {
  let account: Account;
  beforeAll(async () => {
    account = await Account.start(openssh, nginx);
    await account.deployed(['--first']);
  });
  afterAll(() => account?.stop());

  test.each([
    ['the same code', false],
    ['other code', true],
  ])('with %s, wherever the connection is cut, the site works and the next run completes', (_, hasOtherCode) =>
    cutEverywhere(account, 10, hasOtherCode),
  );

  test.each([
    {
      ...{ what: 'does not start', reason: 'contact_health.php answers 500' },
      code: 'this is no PHP',
    },
    {
      ...{ what: 'can store nothing', reason: 'No enquiry can be accepted' },
      code: "putenv('DATABASE_URL=mysql://nobody@127.0.0.1:1/nothing');",
    },
  ])('a release that $what is rolled back', async ({ what, reason, code }) => {
    const before = await account.live();
    account.change(what);
    // each script begins with this file
    const source = `${account.dist}/private/server/vendor/autoload.php`;
    const whole = readFileSync(source, 'utf8');
    writeFileSync(source, whole.replace('<?php', `<?php ${code}`));
    account.release();
    const { error, said } = await account.deploy();
    expect(error, said).toContain(reason);
    expect(error).toMatch(new RegExp(`Release ${before} of \\d+ \\w+ \\d{4}.* is live again\\.$`));
    expect(await account.live()).toBe(before);
    expect(account.read('www/public/index/index.html')).not.toContain(`<!-- ${what} -->`);
    writeFileSync(source, whole);
    account.release();
    await account.deployed([], quick);
  });

  test('a release with a form whose script does not answer is rolled back', async () => {
    const script = `${account.dist}/www/api/another_process.php`;
    writeFileSync(script, '<?php http_response_code(500);');
    account.release();
    expect((await account.deploy([], quick)).error).toContain('/api/another_process.php answers ');
    rmSync(script);
    account.release();
  });

  test('a setting that counts on the host is named if the one here is another, and no value is shown', async () => {
    const environment = account.read('private/.env');
    const change = (text: string) => writeFileSync(`${account.base}/private/.env`, text);
    const login = { SMTP_USERNAME: 'website', SMTP_PASSWORD: 'marula#here' };
    change(`${environment}SMTP_USERNAME=website\nSMTP_PASSWORD='marula there'\n`);
    const said = await account.deployed([], { ...quick, ...login, RATE_LIMIT: '' });
    expect(said).toContain(
      `To do:\n- SMTP_PASSWORD here differs from ${account.base}/private/.env; what is on the host`,
    );
    expect(said).not.toContain('marula');
    change(`${environment}SMTP_USERNAME=website\nSMTP_PASSWORD='marula#here'\nSMTP_PASSWORD=marula#here\n`);
    expect(await account.deployed([], { ...quick, ...login })).not.toContain('differ');
    change(environment);
  });

  test('a release of somebody else is replaced only on purpose', async () => {
    const live = await account.live();
    const file = `${account.base}/private/releases/${live}/manifest.json`;
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const theirs = { commit: 'f'.repeat(40), author: 'Ann <ann@firm.example>, 2 March 2026' };
    writeFileSync(file, JSON.stringify({ ...manifest, ...theirs }));
    account.change('other copy');
    const { error } = await account.deploy([], quick);
    expect(error).toContain(`commit ${'f'.repeat(12)} (${theirs.author})`);
    expect(error).toMatch(/git pull.*add --not-based-on-live/s);
    const answering = (answer: boolean) => ({ secret: async () => '', confirm: async () => answer });
    expect((await account.deploy([], quick, { ask: answering(false) })).error).toContain('was not replaced');
    expect(await account.live()).toBe(live);
    await account.deployed([], quick, { ask: answering(true) });
    account.change('known copy');
    await account.deployed([], quick);
  });

  test('what can be refused is refused before the build, which takes minutes', async () => {
    const refusal = async (settings: Record<string, string>) => {
      const build = async () => expect.unreachable('The site is built.');
      return (await account.deploy([], { ...quick, ...settings }, { build })).error;
    };
    expect(await refusal({ DEPLOY_PASSWORD: 'wrong' })).toContain('DEPLOY_PASSWORD');
    expect(await refusal({ IDENTITY: 'tests/identity' })).toContain('--new-settings');
    expect(await refusal({ DEPLOY_CHECK_ADDRESS: '127.0.0.1:1' })).toContain('DEPLOY_CHECK_ADDRESS');
    const page = `${account.base}/www/robots.txt`;
    const before = readFileSync(page);
    writeFileSync(page, 'by hand');
    expect(await refusal({})).toContain('--overwrite');
    writeFileSync(page, before);
    const settings = `${account.base}/private/.env`;
    renameSync(settings, `${settings}.away`);
    expect(await refusal({})).toContain('--first');
    renameSync(`${settings}.away`, settings);
    const file = `${account.base}/private/releases/${await account.live()}/manifest.json`;
    const manifest = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(manifest), commit: 'f'.repeat(40) }));
    expect(await refusal({})).toContain('--not-based-on-live');
    writeFileSync(file, manifest);
  });

  test('if the host breaks, a deployment of the live release changes nothing, and the release before it stays', async () => {
    const before = await account.live();
    const live = account.change('good');
    await account.deployed([], quick);
    const environment = account.read('private/.env');
    writeFileSync(`${account.base}/private/.env`, `${environment}DATABASE_URL=somewhere\n`);
    const { error } = await account.deploy([], quick);
    expect(error).toMatch(/answers 500.*\nRelease \w+ of .* was live before, and nothing was changed/);
    writeFileSync(`${account.base}/private/.env`, environment);
    expect(await account.live()).toBe(live);
    await account.deployed(['--rollback'], quick);
    expect(await account.live()).toBe(before);
  });

  test('a file that somebody changed stops the deployment, unless it may be replaced', async () => {
    const page = 'www/public/index/index.html';
    appendFileSync(`${account.base}/${page}`, '<p>By hand</p>');
    account.change('by-hand');
    const refused = await account.deploy([], quick);
    expect(refused.error).toContain(`${account.base}/${page}`);
    expect(refused.error).toContain('--overwrite');
    expect(account.has('www/assets/added-by-hand.js')).toBe(false);
    await account.deployed(['--overwrite'], quick);
    expect(account.read(page)).not.toContain('By hand');
  });

  test('what others write into .htaccess is kept, also with --overwrite', async () => {
    const theirs = [
      '# php -- BEGIN cPanel-generated handler, do not edit\nAddHandler application/x-httpd-ea-php82 .php\n',
      'RewriteEngine on\nRewriteRule ^old$ "https\\:\\/\\/other\\.example\\/" [R=301,L]\n',
      '#----------------------------------------------------------------cp:ppd\nAuthType Basic\n# caf\xe9\n',
    ];
    const file = `${account.base}/www/.htaccess`;
    const before = readFileSync(file, 'latin1');
    const [first, ...others] = theirs;
    writeFileSync(file, `${first}${before}${others.join('')}`, 'latin1');
    const built = `${account.dist}/www/.htaccess`;
    const change = (line: string) =>
      writeFileSync(built, readFileSync(built, 'utf8').replace('# END website', `# ${line}\n# END website`));
    for (const [line, args] of [
      ['one', []],
      ['two', ['--overwrite']],
    ] as const) {
      change(line);
      account.release();
      await account.deployed(args, quick);
      const text = readFileSync(file, 'latin1');
      expect(text).toBe(`${first}${readFileSync(built, 'latin1')}${others.join('')}`);
    }
    writeFileSync(file, readFileSync(file, 'latin1').replace('# two', '# by hand'), 'latin1');
    expect((await account.deploy([], quick)).error).toContain(file);
    const replaced = await account.deploy(['--overwrite'], quick);
    expect(replaced.said).toContain(`${file}.old`);
    expect(account.read('www/.htaccess.old')).toContain('# by hand');
    expect(account.read('www/.htaccess')).toContain('# two');
  });

  test('.env, the data and files of others are left alone; old releases and assets are removed', async () => {
    const environment = account.read('private/.env');
    mkdirSync(`${account.base}/www/shop`);
    writeFileSync(`${account.base}/www/shop/index.html`, 'A shop');
    const enquiries = stored(account);
    account.change('old');
    await account.deployed([], quick);
    rmSync(`${account.dist}/www/robots.txt`);
    rmSync(`${account.dist}/www/assets/added-old.js`);
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      // an earlier release uses it
      expect(account.has('www/assets/added-old.js')).toBe(true);
      account.change(`newer ${name}`);
      await account.deployed([], quick);
    }
    expect(account.has('www/assets/added-old.js')).toBe(false);
    expect(account.has('www/robots.txt')).toBe(false);
    expect(account.read('private/.env')).toBe(environment);
    expect(account.read('www/shop/index.html')).toBe('A shop');
    expect(stored(account)).toBe(enquiries);
    expect(readdirSync(`${account.base}/private/releases`)).toHaveLength(5);
  });

  test('of two deployments at once, the second is refused', async () => {
    const release = account.change('both');
    const runs = await Promise.all([1, 2].map(() => account.deploy([], quick)));
    const errors = runs.map(({ error }) => error).sort();
    expect(errors[0]).toBe('');
    expect(errors[1]).toMatch(/Another deployment is running .*deploy\.lock/);
    expect(await account.live()).toBe(release);
  });

  test('a folder that cannot be written is named', async () => {
    execFileSync('chown', ['-R', 'root:', account.privateFolder]);
    const { error } = await account.deploy([], quick);
    account.give(account.privateFolder);
    expect(error).toContain(account.privateFolder);
    expect(error).toContain('read-only');
  });

  test('wrong settings are named', async () => {
    const errorWith = async (variables: Record<string, string>) =>
      (await account.deploy([], { ...quick, ...variables })).error;
    const { port } = account.files;
    expect(await errorWith({ DEPLOY_PASSWORD: 'wrong' })).toContain('DEPLOY_PASSWORD');
    expect(await errorWith(through(account, port, '/nowhere'))).toContain('has no folder');
    expect(await errorWith({ DEPLOY_WWW: 'public_html' })).toMatch(/DEPLOY_WWW.* has: .*www/);
    const atTheTop = { DEPLOY_URL: `sftp://${account.user}@127.0.0.1:${port}` };
    expect(await errorWith(atTheTop)).toMatch(/DEPLOY_WWW.* \/ has: .*tmp/);
    expect(await errorWith({ DEPLOY_URL: 'sftp://a%@b' })).toContain('DEPLOY_URL must be');
    expect(await errorWith(through(account, 1))).toContain('Check the host and the port');
    expect(await errorWith({ DEPLOY_URL: 'http://127.0.0.1/' })).toContain('sftp://');
    const withPassword = `sftp://${account.user}:secret@127.0.0.1${account.base}`;
    expect(await errorWith({ DEPLOY_URL: withPassword })).toContain('set DEPLOY_PASSWORD instead');
    expect(await errorWith({ REDIRECT_TO_HTTPS: 'yes', SITE_URL: 'https://x.example' })).toContain('belongs to');
    expect(await errorWith({ SERVICE_PREFIX: '/other' })).toContain('--new-settings');
  });

  // terminal.test.ts has the question
  test('an unknown key of the host is shown, a changed one is refused, and there may be two', async () => {
    const dryRun = (settings: Record<string, string>) => account.deploy(['--dry-run'], { ...quick, ...settings });
    const { DEPLOY_FINGERPRINT = '' } = account.files.trust;
    const unknown = await dryRun({ DEPLOY_FINGERPRINT: '' });
    expect(unknown.error).toContain(`\nDEPLOY_FINGERPRINT=${DEPLOY_FINGERPRINT}`);
    const other = `SHA256:${'A'.repeat(43)}`;
    expect((await dryRun({ DEPLOY_FINGERPRINT: other })).error).toContain('DEPLOY_FINGERPRINT is');
    expect((await dryRun({ DEPLOY_FINGERPRINT: `${other} ${DEPLOY_FINGERPRINT}` })).error).toBe('');
  });

  test('a private key logs in, and without a terminal one with a passphrase is refused', async () => {
    const key = `${account.own}/user_key`;
    const settings = { ...quick, DEPLOY_PASSWORD: '', DEPLOY_KEY: key };
    await account.deployed(['--dry-run'], settings);
    execFileSync('ssh-keygen', ['-q', '-p', '-N', 'a passphrase', '-P', '', '-f', key]);
    expect((await account.deploy(['--dry-run'], settings)).error).toContain('If it has a passphrase');
  });
});

test('FTPS: wherever the connection is cut, the site works and the next run completes', async () => {
  const account = await startAccount(vsftpd, nginx);
  await account.deployed(['--first'], quick);
  await cutEverywhere(account, 5, true);
});

test('a full disk stops the upload; the live release stays', async () => {
  const disk = `/tmp/deploy-disk-${process.pid}`;
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=14m', 'tmpfs', disk]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  chmodSync(disk, 0o755);
  const account = await startAccount(openssh, nginx, `${disk}/account`);
  await account.deployed(['--first'], quick);
  const before = await account.live();
  const release = account.change('full', true);
  const { error } = await account.deploy([], quick);
  expect(error).toMatch(/disk/);
  expect(await account.live()).toBe(before);
  execFileSync('mount', ['-o', 'remount,size=60m', disk]);
  await account.deployed([], quick);
  expect(await account.live()).toBe(release);
});
