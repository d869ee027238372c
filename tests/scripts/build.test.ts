import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { type HTMLElement, parse } from 'node-html-parser';
import sharp from 'sharp';
import { createBuilder, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { picturesOnPhone } from '../../scripts/plugins/pictures.ts';
import { startProcess } from '../../scripts/processes.ts';
import { contactPage } from '../../src/pages/contact-us/words.ts';
import workPlace from '../../src/pages/our-work/place.ts';
import { places } from '../support/places.ts';
import { unknownTo } from '../support/schemaOrg.ts';

// in one file, because all of them build into dist

const dist = `${root}dist`;

/** Every file of the last build, with what is in it. */
const lastBuild = () =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
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

/** Ends a build that has nothing to complain of, before it replaces the last one. */
function stopper(take: (bundle: Rolldown.OutputBundle) => void = () => {}): Plugin {
  return {
    name: 'stopper',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: (_, bundle) => {
      take(bundle);
      throw new Error('That is all.');
    },
  };
}

/** What a build would write, file by file, with the identity of a folder. */
async function built(identity: string): Promise<Rolldown.OutputBundle> {
  vi.stubEnv('IDENTITY', identity);
  let found: Rolldown.OutputBundle = {};
  const plugins = [
    stopper((bundle) => {
      found = bundle;
    }),
  ];
  await expect(build({ plugins })).rejects.toThrow('That is all.');
  return found;
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
    const state = () =>
      fetch(url).then(
        () => 'running',
        () => 'stopped',
      );
    await expect.poll(state, { message: url }).toBe('stopped');
  }
  expect(readFileSync(`${queue}/of-a-test`, 'utf8')).toBe('an enquiry');
});

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
});

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
});

test('a picture of a project is in the page in sizes for every screen, and keeps its room', async () => {
  const bundle = await built('tests/identity');
  const page = String(sourceOf(bundle, `${workPlace.path.slice(1)}/index.html`));
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
});

test('search engines read of each page what it is and whose, in words of schema.org', async () => {
  expect(unknownTo({ '@type': 'ProfessionalService', slogan: '', nmae: '' })).toEqual([
    'ProfessionalService: nmae',
  ]);
  vi.stubEnv('SITE_URL', 'https://www.firm.example');
  const bundle = await built('tests/identity');
  const pageOf = (name: string) => parse(String(sourceOf(bundle, name)));
  const dataOf = (page: HTMLElement) =>
    page
      .querySelectorAll('script[type="application/ld+json"]')
      .map((script) => JSON.parse(script.textContent));
  for (const { path } of places) {
    const html = pageOf(`${path.slice(1)}/index.html`);
    const [data, ...more] = dataOf(html);
    expect(more).toEqual([]);
    expect(data['@context']).toBe('https://schema.org');
    expect(unknownTo(data['@graph'])).toEqual([]);
    const [firm, page] = data['@graph'];
    expect(firm).toMatchObject({
      '@type': 'ProfessionalService',
      name: 'Brandwacht & Søn',
      address: { addressCountry: 'ZA' },
      geo: { '@type': 'GeoCoordinates', latitude: -33.6465, longitude: 19.4485 },
      openingHoursSpecification: [
        { dayOfWeek: ['Monday', 'Wednesday'], opens: '07:30', closes: '16:00' },
        { dayOfWeek: ['Saturday'], opens: '09:00', closes: '12:00' },
      ],
    });
    for (const picture of [firm.logo, firm.image]) {
      const { pathname, origin } = new URL(picture);
      expect(origin).toBe('https://www.firm.example');
      expect((await sharp(sourceOf(bundle, pathname.slice(1))).metadata()).format).toBe('png');
    }
    expect(page).toMatchObject({
      '@type': 'WebPage',
      url: `https://www.firm.example${path}`,
      name: html.querySelector('title')?.textContent,
      publisher: { '@id': firm['@id'] },
    });
  }
  expect(dataOf(pageOf('404.html'))).toEqual([]);
});

test('whoever finds a weakness reads where to report it, for a year', async () => {
  const bundle = await built('tests/identity');
  const fields = new Map(
    String(sourceOf(bundle, '.well-known/security.txt'))
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:kontak@brandwacht.example');
  expect(fields.get('Canonical')).toMatch(/^https:\/\/[^/]+\/\.well-known\/security\.txt$/);
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(360);
  expect(days).toBeLessThan(365);
});

describe('what an editor can break is told in words, with its file:', () => {
  /** What the build says of a firm whose files were edited so: in each, a text in the place of another. */
  async function told(edits: Readonly<Record<string, readonly (readonly [string, string])[]>>) {
    mkdirSync('test-results', { recursive: true });
    const identity = mkdtempSync('test-results/identity-');
    onTestFinished(() => rmSync(identity, { recursive: true }));
    cpSync('tests/identity', identity, { recursive: true });
    for (const [file, replacements] of Object.entries(edits)) {
      const text = replacements.reduce(
        (text, [from, to]) => {
          expect(text).toContain(from);
          return text.replace(from, to);
        },
        readFileSync(`${identity}/${file}`, 'utf8'),
      );
      writeFileSync(`${identity}/${file}`, text);
    }
    vi.stubEnv('IDENTITY', identity);
    const refusal = await build({ plugins: [stopper()] }).catch((error: unknown) => inspect(error));
    return String(refusal).replaceAll(identity, 'firm');
  }

  /** What it says where the files of the pages say something else. */
  async function toldOfPages(edits: Readonly<Record<string, readonly [string, string]>>) {
    const editing: Plugin = {
      name: 'editing',
      enforce: 'pre',
      transform(code, id) {
        const [from, to] = Object.entries(edits).find(([file]) => id.endsWith(file))?.[1] ?? [
          '',
          '',
        ];
        expect(code).toContain(from);
        return code.replace(from, to);
      },
    };
    return String(
      await build({ plugins: [editing, stopper()] }).catch((error: unknown) => inspect(error)),
    );
  }

  test('a text that is missing, and what is no text, number or address', async () => {
    const said = await told({
      'site.ts': [
        ["  town: 'Worcester',", ''],
        ["slogan: '", "slogan: '', // "],
        ["'kontak@brandwacht.example'", "'kontak'"],
        ['https://x.example/', 'x.example/'],
      ],
      'summaries.ts': [['apps:', 'phones:']],
      'projects.ts': [
        ['year: 2026', "year: '2026'"],
        ["alt: 'The diary on", "caption: 'The diary on"],
      ],
    });
    expect(said.split('\n')).toEqual([
      'What the site says has faults:',
      expect.stringMatching(/^ {2}firm\/projects\.ts: projects, entry 1, year should be a number/),
      '  firm/projects.ts: projects, entry 2, picture, alt is missing. Write it.',
      expect.stringMatching(
        /^ {2}firm\/projects\.ts: projects, entry 2, picture, caption is nothing/,
      ),
      '  firm/site.ts: site, slogan is empty. Write it.',
      expect.stringMatching(/^ {2}firm\/site\.ts: site, email should be an e-mail address/),
      '  firm/site.ts: site, address, town is missing. Write it.',
      expect.stringMatching(/^ {2}firm\/site\.ts: site, socialLinks, entry 1, href should be an/),
      '  firm/summaries.ts: summaries, apps is missing. Write it.',
      expect.stringMatching(/^ {2}firm\/summaries\.ts: summaries, phones is nothing that .* has/),
    ]);
  });

  test('by "npm run build" too, which says the compiler\'s words of the code alone', async () => {
    const copy = mkdtempSync(`${tmpdir()}/copy-`);
    onTestFinished(() => rmSync(copy, { recursive: true }));
    const isLinked = /^(?:node_modules|server\/(?:vendor|\.cache))$/;
    const isLeftOut = /^(?:dist(?:\.new)?|\.git|test-results|server\/(?:data|pages))$/;
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => ![isLinked, isLeftOut].some((each) => each.test(relative(root, path))),
    });
    for (const folder of ['node_modules', 'server/vendor', 'server/.cache']) {
      symlinkSync(realpathSync(root + folder), `${copy}/${folder}`);
    }
    const edit = (file: string, from: string | RegExp, to: string) => {
      const text = readFileSync(`${copy}/${file}`, 'utf8');
      expect(text).toMatch(from);
      writeFileSync(`${copy}/${file}`, text.replace(from, to));
      return () => writeFileSync(`${copy}/${file}`, text);
    };
    const said = (isBuilt = false) => {
      const { status, stderr, stdout } = spawnSync('npm', ['run', 'build'], {
        cwd: copy,
        encoding: 'utf8',
        // whoever's site is tested, it is this one's words that are broken
        env: { ...process.env, IDENTITY: 'src/identity' },
      });
      expect(status === 0, stderr).toBe(isBuilt);
      expect(existsSync(`${copy}/dist`)).toBe(isBuilt);
      return stdout + stderr;
    };

    const mend = edit('src/identity/site.ts', /^ +town: .*\n/m, '');
    const ofEditors = said();
    expect(ofEditors).toContain('src/identity/site.ts: site, address, town is missing. Write it.');
    expect(ofEditors).not.toContain('TS2');
    mend();
    const mendType = edit('src/places.ts', /$/, "export const wrong: number = 'text';\n");
    expect(said()).toMatch(/src\/places\.ts.*TS2322/);
    mendType();
    // the first that is made here
    said(true);
    expect(readdirSync(`${copy}/dist`).sort()).toEqual(['nginx', 'private', 'www']);
  });

  test('a picture that is not there, or is none', async () => {
    expect(await told({ 'projects.ts': [['./harvest.jpg', './Harvest.jpg']] })).toMatch(
      /^firm\/projects\.ts shows the picture \.\/Harvest\.jpg, which is not there\. Put the file/,
    );
    expect(await told({ 'projects.ts': [['./harvest.jpg', './site.ts']] })).toMatch(
      /^firm\/site\.ts cannot be read as a picture\. .* save it as JPEG or PNG/,
    );
  });

  test('a link that leads nowhere', async () => {
    const link = 'https://diary.brandwacht.example/';
    const leads = async (to: string) => told({ 'projects.ts': [[link, to]] });
    expect(await leads('/public/our-wrok')).toMatch(
      /firm\/projects\.ts: “Visit A harvest “diary” for the cellar” leads to \/public\/our-wrok, where no page is\.\n.*\/public\/service/,
    );
    expect(await leads('/public/service#ovens')).toMatch(
      /firm\/projects\.ts: .* leads to \/public\/service#ovens, and nothing in that page has the id ovens/,
    );
    expect(await leads('diary.brandwacht.example')).toMatch(
      /firm\/projects\.ts: .* leads to “diary\.brandwacht\.example”, which is no address/,
    );
    expect(await leads('/public/service#cloud')).toMatch('That is all.');
  });

  test('words that a page asks for and has not, and a picture without words', async () => {
    expect(await toldOfPages({ 'about-us/words.ts': ['knownFor: {', 'knownForx: {'] })).toMatch(
      /^src\/pages\/about-us cannot be made into a page: .* words\.ts beside it has not/,
    );
    expect(
      await toldOfPages({
        'privacy/words.ts': ["heading: 'Who reads it'", "heading: ' '"],
        'words/contactForm.ts': ["text: 'Thank you", "text: '' && 'Thank you"],
      }),
    ).toMatch(
      /src\/content\/words\/contactForm\.ts: contactForm, success, text is empty.*\n.*src\/pages\/privacy\/words\.ts: privacy, sections, entry 4, heading is empty/,
    );
    expect(
      await toldOfPages({
        'about-us/words.ts': ["title: 'Quality", "name: 'Quality"],
        'privacy/Page.tsx': ['<PageHeader', '<img src="/us.jpg" alt="" /><PageHeader'],
      }),
    ).toMatch(
      /src\/pages\/about-us: a heading has no words.*\n.*src\/pages\/privacy: the picture \/us\.jpg is not there.*\n.*the picture \/us\.jpg has no alt/,
    );
  });
});
