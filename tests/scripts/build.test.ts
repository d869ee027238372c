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
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { createBuilder, type InlineConfig, type Rolldown } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { picturesOnPhone } from '../../scripts/plugins/pictures.ts';
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

/** What a build would write, file by file, with the identity of a folder. */
async function built(identity: string): Promise<Rolldown.OutputBundle> {
  vi.stubEnv('IDENTITY', identity);
  const bundles: Rolldown.OutputBundle[] = [];
  const taking = {
    name: 'taking',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    writeBundle: (_: unknown, bundle: Rolldown.OutputBundle) => {
      bundles.push(bundle);
      throw new Error('That is all.');
    },
  };
  await expect(build({ plugins: [taking] })).rejects.toThrow('That is all.');
  return bundles[0] ?? {};
}

const sourceOf = (bundle: Rolldown.OutputBundle, name: string) => {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`The build has no ${name}.`);
  return Buffer.from(file.source);
};

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
    'assets/licenses.txt',
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

test('a picture of a project is in the page in sizes for every screen, and keeps its room', async () => {
  const bundle = await built('tests/identity');
  const page = String(sourceOf(bundle, 'public/our-work/index.html'));
  const pictures = parse(page).querySelectorAll('picture');
  expect(pictures).toHaveLength(1);
  const [picture] = pictures;
  const image = picture?.querySelector('img');
  // as it is seen: the file is 1200 by 900, and says that it is to be turned
  expect(image?.attributes).toMatchObject({ loading: 'lazy', width: '900', height: '1200' });
  expect(image?.getAttribute('alt')).toMatch(/six blocks of the vineyard/);

  const sources = picture?.querySelectorAll('source') ?? [];
  expect(sources.map((source) => source.getAttribute('type'))).toEqual([
    'image/avif',
    'image/webp',
  ]);
  for (const source of sources) {
    expect(source.getAttribute('sizes')).toMatch(/vw$/);
    const files = (source.getAttribute('srcset') ?? '').split(', ').map((file) => file.split(' '));
    expect(files.map(([, width]) => width)).toEqual(['480w', '720w', '900w']);
    for (const [url = '', width] of files) {
      const made = await sharp(sourceOf(bundle, url.slice(1))).metadata();
      expect(`${made.width}w ${made.height}`).toBe(`${width} ${(made.width * 4) / 3}`);
      // nobody needs to know where a photo was taken
      expect(made.exif).toBeUndefined();
    }
  }
  expect(picturesOnPhone(page)).toEqual([expect.stringMatching(/^assets\/harvest-720-.*\.avif$/)]);
}, 180_000);
