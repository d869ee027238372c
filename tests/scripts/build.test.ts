import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { createBuilder, type InlineConfig } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { startProcess } from '../../scripts/processes.ts';
import { contactPage } from '../../src/pages/contact-us/words.ts';

// in one file, because all of them build into dist

const dist = `${root}dist`;

/** Every file of the last build, with what is in it. */
const lastBuild = () =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) => !file.startsWith(`${dist}/.new/`))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);

async function build(config: InlineConfig): Promise<void> {
  // the configuration sets it
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const builder = await createBuilder({ root, logLevel: 'silent', ...config }, null);
  await builder.buildApp();
}

test('npm start builds the site and serves it, its endpoint and an inbox, and keeps the queue of who serves dist', async () => {
  const queue = `${dist}/private/server/data`;
  const isOurs = !existsSync(queue);
  mkdirSync(queue, { recursive: true });
  writeFileSync(`${queue}/of-a-test`, 'an enquiry');
  onTestFinished(() => rmSync(isOurs ? queue : `${queue}/of-a-test`, { recursive: true }));
  const { match, stop } = await startProcess('npm', ['start', '--prefix', root], {
    ready: /Site +(\S+)\nEndpoint +(\S+)\nInbox +(\S+)/,
    env: { PORT: '0', INBOX_PORT: '0' },
  });
  try {
    const [, site = '', endpoint = '', inbox = ''] = match;
    const page = await fetch(new URL('public/contact-us', site));
    expect(await page.text()).toContain(contactPage.form);
    const refusal = await fetch(endpoint, { method: 'POST', body: new URLSearchParams() });
    expect(refusal.status).toBe(422);
    expect(await refusal.text()).toContain('Please provide your name.');
    expect((await fetch(inbox)).status).toBe(200);
  } finally {
    // as Ctrl-C does, which tells everything in the group
    await stop('SIGINT');
  }
  for (const url of match.slice(1)) {
    await vi.waitFor(() => expect(fetch(url), `${url} was left running`).rejects.toThrow());
  }
  expect(readFileSync(`${queue}/of-a-test`, 'utf8')).toBe('an enquiry');
}, 180_000);

test('a build that fails half-way leaves the last one as it was', async () => {
  const before = lastBuild();
  const failing = {
    name: 'failing',
    writeBundle: () => {
      throw new Error('The disk is full.');
    },
  };
  await expect(build({ plugins: [failing] })).rejects.toThrow('The disk is full.');
  expect(lastBuild()).toEqual(before);
}, 180_000);

test('a file of public/ takes the place of nothing, and none is there that nobody could see', async () => {
  const before = lastBuild();
  const publicDir = mkdtempSync(`${tmpdir()}/public-`);
  onTestFinished(() => rmSync(publicDir, { recursive: true }));
  const wrong = [
    'robots.txt',
    'public/index',
    'api/Contact_Process.php',
    'licenses.txt',
    'private/x.txt',
    '.env',
    'info.php',
    'report.txt.br',
  ];
  for (const file of [...wrong, '.well-known/security.txt', 'api/more.txt', 'public/x.pdf']) {
    mkdirSync(`${publicDir}/${file}`.replace(/\/[^/]+$/, ''), { recursive: true });
    writeFileSync(`${publicDir}/${file}`, 'as it is');
  }
  const refusal = await build({ publicDir }).catch((error: Error) => error.message);
  expect(
    String(refusal)
      .match(/^ {2}\S+(?=:)/gm)
      ?.map((file) => file.trim()),
  ).toEqual(expect.arrayContaining(wrong));
  expect(String(refusal).match(/^ {2}\S+:/gm)).toHaveLength(wrong.length);
  expect(lastBuild()).toEqual(before);
}, 180_000);
