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
import { basename, relative } from 'node:path';
import { type HTMLElement, parse } from 'node-html-parser';
import sharp from 'sharp';
import { createBuilder, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { COMPILE_AT_ONCE } from '../../scripts/plugins/app.ts';
import { readPosts } from '../../scripts/plugins/news.ts';
import { picturesOnPhone } from '../../scripts/plugins/pictures.ts';
import { SiteBuild } from '../../scripts/plugins/siteBuild.ts';
import { startProcess } from '../../scripts/processes.ts';
import { networks } from '../../src/components/networks.ts';
import { formWords } from '../../src/content/words/form.ts';
import { frame } from '../../src/content/words/frame.ts';
import news from '../../src/pages/news/place.ts';
import callBackForm from '../identity/forms/callback/form.json' with { type: 'json' };
import callBack from '../identity/pages/call-back/place.ts';
import { listing, site } from '../identity/site.ts';
import { parts } from '../support/parts.ts';
import { menu, placeOf, places } from '../support/places.ts';

// builds on a busy machine
vi.setConfig({ testTimeout: 170_000, hookTimeout: 170_000 });

const dist = `${root}dist`;
const SITE_URL = 'https://www.firm.example';

const lastBuild = () =>
  (existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);

/** Without what PHP for Windows does not have. */
function phpLikeWindows() {
  const folder = mkdtempSync(`${tmpdir()}/php-`);
  const listed = spawnSync('php', ['-r', 'echo php_ini_scanned_files();'], { encoding: 'utf8' });
  for (const file of listed.stdout.split(/[,\s]+/).filter((file) => /\.ini$/.test(file))) {
    if (!file.includes('posix')) cpSync(file, `${folder}/${basename(file)}`);
  }
  // pcntl may be compiled in
  const functions = 'disable_functions=pcntl_async_signals,pcntl_fork,pcntl_signal\n';
  writeFileSync(`${folder}/99.ini`, functions);
  return folder;
}

const php = phpLikeWindows();
// an operator may serve dist
const queue = `${dist}/private/server/data`;
const isQueueOurs = !existsSync(queue);

const given = { IDENTITY: process.env['IDENTITY'], SITE_URL: process.env['SITE_URL'] };

/** Its build is that of the next steps of npm test. */
function npmStart() {
  mkdirSync(queue, { recursive: true });
  writeFileSync(`${queue}/of-a-test`, 'an enquiry');
  return startProcess('npm', ['start', '--prefix', root, '--', '--port', '0'], {
    ready: /Site +(\S+)\n(?:Endpoint .*\n)*Endpoint +(\S+contact_process.php)\n(?:Endpoint .*\n)*Inbox +(\S+)/,
    env: { PHP_INI_SCAN_DIR: php, ...given, NODE_ENV: undefined },
  });
}

let started: Awaited<ReturnType<typeof npmStart>> | undefined;
let bundle: Rolldown.OutputBundle = {};
let kept: string[] = [];
let before: string[] = [];

afterAll(async () => {
  await started?.stop();
  for (const made of [php, isQueueOurs ? queue : `${queue}/of-a-test`]) rmSync(made, { recursive: true, force: true });
});

// a build of another firm, during which npm start builds the sample, and which then fails
beforeAll(async () => {
  vi.stubEnv('IDENTITY', 'tests/identity');
  vi.stubEnv('SITE_URL', SITE_URL);
  vi.stubEnv('NODE_ENV', 'production');
  const failing = {
    name: 'failing',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    async writeBundle({ dir = '' }: Rolldown.NormalizedOutputOptions, files: Rolldown.OutputBundle) {
      bundle = files;
      started = await npmStart();
      before = lastBuild();
      kept = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      throw new Error('The disk is full.');
    },
  };
  const builder = await createBuilder({ root, logLevel: 'silent', plugins: [failing] }, null);
  await expect(builder.buildApp()).rejects.toThrow('The disk is full.');
  vi.unstubAllEnvs();
});

const sourceOf = (name: string) => {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`The build has no ${name}.`);
  return Buffer.from(file.source);
};

/** The packages whose code is in the scripts. */
const packages = () =>
  new Set(
    Object.values(bundle)
      .flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .flatMap(([module]) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []),
  );

const pageOf = (name: string) => parse(String(sourceOf(name)));

test('a build keeps its files while another one runs', () => {
  const made = Object.keys(bundle);
  expect(made).toContain('index.html');
  expect(kept).toEqual(expect.arrayContaining(made));
});

test('a failed build leaves the last one unchanged', () => {
  expect(before.length).toBeGreaterThan(0);
  expect(lastBuild()).toEqual(before);
});

test('a page that is opened first has the styles of each of its classes', () => {
  const classesIn = (css: string) => new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name));
  const styled = classesIn(
    Object.keys(bundle)
      .filter((name) => name.endsWith('.css'))
      .map((name) => String(sourceOf(name)))
      .join(''),
  );
  const missing = places.flatMap(({ path }) => {
    const page = pageOf(`${path.slice(1)}/index.html`);
    const own = classesIn(page.querySelectorAll('style').join(''));
    const used = new Set(page.querySelectorAll('[class]').flatMap(({ classNames }) => classNames.split(/\s+/)));
    return [...used].filter((name) => styled.has(name) && !own.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(styled.size).toBeGreaterThan(50);
});

test('the photograph of Home stands beside the heading of other pages too, as an ornament that phones do not load', () => {
  const pictures = pageOf('public/about-us/index.html').querySelectorAll('main .page-header img');
  // PageHeader.css hides it there
  expect(pictures.map(({ attributes }) => attributes)).toMatchObject([{ alt: '', loading: 'lazy' }]);
  const [home] = pageOf('public/index/index.html').querySelectorAll('main img');
  expect(pictures[0]?.getAttribute('src')).toBe(home?.getAttribute('src'));
  // on Home it is in view at once
  expect(['loading', 'fetchpriority'].map((name) => home?.getAttribute(name))).toEqual(['eager', 'high']);
});

test('npm start builds the site, serves it with the endpoint and an inbox, and keeps a queue in dist', async () => {
  const { match, pid } = started ?? expect.unreachable();
  try {
    const [, site = '', endpoint = '', inbox = ''] = match;
    const page = await fetch(new URL('public/contact-us', site));
    expect(await page.text()).toContain(formWords.form.heading);
    const refusal = await fetch(endpoint, { method: 'POST', body: new URLSearchParams() });
    expect(refusal.status).toBe(422);
    expect(await refusal.text()).toContain('Please provide your name.');
    expect((await fetch(inbox)).status).toBe(200);
    const licences = await (await fetch(new URL('licenses.txt', site))).text();
    expect([...packages()]).toContain('react');
    for (const name of packages()) expect(licences).toContain(`${name}\n\n`);
    // what is left to do
    const { samples } = JSON.parse(readFileSync(`${dist}/private/server/pages/firm.json`, 'utf8'));
    for (const line of samples) expect(match.input).toContain(line);
  } finally {
    // Ctrl-C would reach the whole process group; startProcess() would report the end
    vi.spyOn(console, 'error').mockReturnValueOnce();
    process.kill(pid, 'SIGTERM');
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

const posts = readPosts('tests/identity');

const work = placeOf('our-work');

test.skipIf(work === undefined)("a project's picture has sizes for every screen and reserves its space", async () => {
  const page = String(sourceOf(`${work?.path.slice(1)}/index.html`));
  const pictures = parse(page).querySelectorAll('main .pictures picture');
  expect(pictures).toHaveLength(4);
  const [drawing, picture] = pictures;
  // a drawing has a few kilobytes, and must not be missing in a picture of the whole page
  expect(drawing?.querySelector('img')?.attributes).toMatchObject({ loading: 'eager', width: '1440', height: '720' });
  const image = picture?.querySelector('img');
  // the file is 1200 × 900 and has an EXIF rotation
  expect(image?.attributes).toMatchObject({ loading: 'lazy', width: '900', height: '1200' });
  expect(image?.getAttribute('alt')).toMatch(/six blocks of the vineyard/);

  const sources = picture?.querySelectorAll('source') ?? [];
  expect(sources.map((source) => source.getAttribute('type'))).toEqual(['image/avif', 'image/webp']);
  for (const source of sources) {
    expect(source.getAttribute('sizes')).toMatch(/vw$/);
    const files = (source.getAttribute('srcset') ?? '').split(', ').map((file) => file.split(' '));
    expect(files.map(([, width]) => width)).toEqual(['480w', '640w', '900w']);
    for (const [url = '', width] of files) {
      const made = await sharp(sourceOf(url.slice(1))).metadata();
      expect(`${made.width}w ${made.height}`).toBe(`${width} ${Math.round((made.width * 4) / 3)}`);
      expect(made.exif).toBeUndefined();
    }
  }
  expect(picture?.closest('li')?.textContent).toBe('The diary');
  // those further down load when a visitor comes near
  expect(picturesOnPhone(page)).toEqual([
    expect.stringMatching(/^assets\/mark-.*\.webp$/),
    expect.stringMatching(/^assets\/pages-640-.*\.avif$/),
    expect.stringMatching(/^assets\/harvest-640-.*\.avif$/),
  ]);
});

test('the build of another firm holds no word and no drawing of the sample firm’s tree', () => {
  const source = (file: (typeof bundle)[string]) =>
    file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('latin1');
  const ofTree = /kokerboom|quiver|taproot|(?:service|call-us)-tree|tree-leaves|footer-roots|forks? cleanly/i;
  const found = Object.values(bundle).map((file) => [file.fileName, ofTree.exec(source(file))?.[0]]);
  expect(found.filter(([, match]) => match !== undefined)).toEqual([]);
  expect(found.some(([name]) => name?.endsWith('.html'))).toBe(true);
});

test('each page has structured data', async () => {
  const dataOf = (page: HTMLElement) =>
    page.querySelectorAll('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent));
  for (const { path } of places) {
    const html = pageOf(`${path.slice(1)}/index.html`);
    const [data, ...more] = dataOf(html);
    expect(more).toEqual([]);
    expect(data['@context']).toBe('https://schema.org');
    const [firm, page] = data['@graph'];
    expect(firm).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Brandwacht & Søn',
      url: SITE_URL,
      email: site.email,
      telephone: site.phone,
      address: { addressCountry: 'ZA' },
      hasMap: listing.map,
      sameAs: site.socialLinks.map(({ href }) => href),
      geo: { '@type': 'GeoCoordinates', latitude: -33.6465, longitude: 19.4485 },
      openingHoursSpecification: [
        { dayOfWeek: ['Monday', 'Wednesday'], opens: '07:30', closes: '16:00' },
        { dayOfWeek: ['Saturday'], opens: '09:00', closes: '12:00' },
      ],
      department: [
        {
          name: 'Brandwacht & Søn Robertson & Ashton',
          telephone: '+27 23 999 0456',
          address: { streetAddress: 'Voortrekkerweg 1', addressLocality: 'Robertson' },
          openingHoursSpecification: [{ dayOfWeek: ['Friday'] }],
        },
        { telephone: '+27 23 999 0789', openingHoursSpecification: [] },
      ],
    });
    expect(firm).not.toHaveProperty('areaServed');
    // in the footer, or beside the form
    const details = html.querySelectorAll('.contact-details');
    expect(details).toHaveLength(1);
    const numbers = details[0]?.querySelectorAll('a[href^="tel:"]').map((link) => link.getAttribute('href'));
    expect(numbers).toEqual(['tel:+27239990123', 'tel:+27239990456', 'tel:+27239990789']);
    const offices = details[0]?.querySelectorAll('dt[translate=no]').map((office) => office.textContent);
    expect(offices).toEqual([site.address.town, ...listing.branches.map(({ name }) => name)]);
    for (const picture of [firm.logo, firm.image]) {
      const { pathname, origin } = new URL(picture);
      expect(origin).toBe(SITE_URL);
      expect((await sharp(sourceOf(pathname.slice(1))).metadata()).format).toBe('png');
    }
    expect(page).toMatchObject({
      '@type': 'WebPage',
      url: `${SITE_URL}${path}`,
      name: html.querySelector('title')?.textContent,
      publisher: { '@id': firm['@id'] },
    });
  }
  expect(dataOf(pageOf('404.html'))).toEqual([]);
  // of an office with hours of its own
  expect(pageOf('public/contact-us/index.html').querySelector('main')?.textContent).toContain('Friday, 09:00');
});

test('the menu, the footer and the page for unknown addresses have the pages, as their place.ts says', () => {
  const labelsIn = (part: HTMLElement | null, links: string) =>
    part?.querySelectorAll(links).map((link) => link.textContent) ?? [];
  const home = pageOf('public/index/index.html');
  const menuAndNew = [
    ...menu.map(({ label, menu }) => ({ label, at: menu ?? 0 })),
    { label: callBack.label, at: 2.5 },
    // the firm may have news itself
    ...(menu.some(({ label }) => label === news.label) ? [] : [{ label: news.label, at: 3.5 }]),
  ];
  const inOrder = menuAndNew.sort((one, other) => one.at - other.at).map(({ label }) => label);
  expect(labelsIn(home, 'header nav a')).toEqual(inOrder);
  const known = inOrder;
  // the first of two, before the services
  const inFooter = labelsIn(home.querySelector('footer nav'), 'a').filter((label) => known.includes(label));
  // once, if the firm has a page of the same name
  expect([...new Set(inFooter)]).toEqual([...new Set(known)]);
  const manual = home.querySelectorAll('footer a').find((link) => link.getAttribute('href') === site.paiaManual);
  expect(manual?.textContent).toBe(frame.footer.paiaManual);
  const listed = labelsIn(pageOf('404.html'), 'main a');
  expect(listed).toEqual(expect.arrayContaining(known));
  // the list stands for them
  expect(listed).not.toContain(posts[0]?.post.title);
});

test('pages from data have their own head and text, and are in the sitemap and the feed', () => {
  const list = pageOf('public/news/index.html');
  const feed = parse(String(sourceOf('news.xml')));
  const sitemap = String(sourceOf('sitemap.xml'));
  // a program that reads the feed would refuse it
  expect(String(sourceOf('news.xml'))).not.toMatch(/&(?!amp;|lt;)/);
  expect(list.querySelector('head link[rel=alternate]')?.getAttribute('href')).toBe('/news.xml');
  expect(feed.querySelectorAll('entry title').map((title) => title.textContent)).toEqual(
    posts.map(({ post }) => post.title),
  );
  for (const { post, text } of posts) {
    const { slug, title, summary, isUnlisted = false } = post;
    const address = `/public/news/${slug}`;
    expect(list.querySelector(`main a[href="${address}"]`)?.textContent).toBe(title);
    expect(list.querySelector('main')?.textContent).toContain(summary);
    const page = pageOf(`${address.slice(1)}/index.html`);
    expect(page.querySelector('title')?.textContent).toBe(`${title} – Brandwacht & Søn`);
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toBe(summary);
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(SITE_URL + address);
    const [, image = ''] =
      page.querySelector('meta[property="og:image"]')?.getAttribute('content')?.split(SITE_URL) ?? [];
    expect(sourceOf(image.slice(1)).length).toBeGreaterThan(0);
    expect(page.querySelector('h1')?.textContent).toBe(title);
    const [beginning = ''] = text.split(/\*|\n/);
    expect(page.querySelector(`${parts.sectionText} p`)?.textContent).toContain(beginning);
    expect(sitemap.includes(`<loc>${SITE_URL}${address}</loc>`)).toBe(!isUnlisted);
    expect(page.querySelectorAll('meta[name=robots][content=noindex]')).toHaveLength(isUnlisted ? 1 : 0);
  }
  const diary = pageOf('public/news/diary/index.html').querySelector(parts.sectionText);
  const itemsOf = (list: string) => diary?.querySelectorAll(`${list} > li`).map((item) => item.textContent);
  expect(itemsOf('ul')).toEqual(['crates, by block', 'hours, by picker']);
  expect(itemsOf('ol')).toEqual(['Sign in.', 'Count.']);
  expect(diary?.querySelector('a')?.getAttribute('href')).toBe('/public/service');
  expect(diary?.querySelector('strong')?.textContent).toBe('without signal');
});

test('the scripts have the description of every page and the icon of every network, as their types promise', () => {
  const scripts = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''));
  const summaries = posts.map(({ post }) => post.summary);
  const descriptions = [...callBack.description.split(site.name), ...summaries];
  const missing = [...descriptions, ...Object.values(networks)].filter(
    (text) => !scripts.some((code) => code.includes(text)),
  );
  expect(missing).toEqual([]);
});

test('phones can cut the icons to their own shapes', async () => {
  const iconOf = (name: string) => sharp(sourceOf(name)).resize(64);
  // iOS would show transparent corners in black
  for (const name of ['apple-touch-icon.png', 'icon-maskable-512.png']) {
    expect((await iconOf(name).stats()).isOpaque, name).toBe(true);
  }
  const { data, info } = await iconOf('icon-maskable-512.png').raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: 64 * 64 }, (_, at) =>
    data.subarray(at * info.channels, (at + 1) * info.channels),
  );
  // the safe zone of a maskable icon, 80 % of its width (https://www.w3.org/TR/appmanifest/#icon-masks)
  const isSafe = (at: number) => Math.hypot((at % 64) - 31.5, Math.floor(at / 64) - 31.5) <= 0.4 * 64 + 1;
  expect(pixels.filter((pixel, at) => !isSafe(at) && pixels[0]?.compare(pixel) !== 0)).toEqual([]);
});

test('a list has its choices as they are written', () => {
  const options = pageOf(`${callBack.path.slice(1)}/index.html`).querySelectorAll('option[value]:not([value=""])');
  const { values } = callBackForm.fields.time.options;
  expect(options.map((option) => option.getAttribute('value'))).toEqual(values);
  expect(options.map((option) => option.textContent)).toEqual(values);
});

test('a build that would replace enquiries in the document root does not begin', () => {
  mkdirSync(`${dist}/www/private`);
  try {
    expect(() => new SiteBuild().start()).toThrow('dist/www/private may hold enquiries');
  } finally {
    rmSync(`${dist}/www/private`, { recursive: true });
  }
});

test('the code of the forms, and no other, is compiled while it loads', () => {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const isForm = ({ code }: Rolldown.OutputChunk) => code.includes('enquiry-form-fields');
  expect(chunks.filter(({ code }) => code.startsWith(COMPILE_AT_ONCE))).toEqual(chunks.filter(isForm));
  expect(chunks.some(isForm)).toBe(true);
});

test('security.txt says where to report a vulnerability, and expires within a year', () => {
  const fields = new Map(
    String(sourceOf('.well-known/security.txt'))
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

describe('an error stops the build, which names it and makes no upload', () => {
  const copy = mkdtempSync(`${tmpdir()}/copy-`);
  afterAll(() => rmSync(copy, { recursive: true }));
  const isLinked = /^(?:node_modules|server\/(?:vendor|\.cache))$/;
  const isLeftOut = /^(?:dist(?:\.new)?|\.git|\.cache|test-results|server\/(?:data|pages))$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => ![isLinked, isLeftOut].some((each) => each.test(relative(root, path))),
  });
  for (const folder of ['node_modules', 'server/vendor', 'server/.cache']) {
    symlinkSync(realpathSync(root + folder), `${copy}/${folder}`);
  }
  // the compiler reads everything anew here, and would write into the linked cache
  const small = JSON.stringify({ extends: './tsconfig.base.json', include: ['src/lib/http'] });
  for (const part of ['app', 'node']) writeFileSync(`${copy}/tsconfig.${part}.json`, small);
  const saidBy = (command = 'node_modules/.bin/vite build') => {
    const { status, stderr, stdout } = spawnSync(command, {
      cwd: copy,
      shell: true,
      encoding: 'utf8',
      env: { ...process.env, IDENTITY: 'src/identity', CI: undefined, NO_COLOR: '1' },
    });
    expect(status).toBe(1);
    expect(existsSync(`${copy}/dist`)).toBe(false);
    return stdout + stderr;
  };
  const saidWith = (file: string, from: RegExp, to: string, command?: string) => {
    const text = readFileSync(`${copy}/${file}`, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(`${copy}/${file}`, text.replace(from, to));
    const said = saidBy(command);
    writeFileSync(`${copy}/${file}`, text);
    return said;
  };

  test('in content', () => {
    const said = saidWith('src/identity/site.ts', /^ +town: .*\n/m, '');
    expect(said).toContain('src/identity/site.ts: site, address, town is missing. Add it.');
    expect(said).not.toContain('TS2');
  });

  test('in words', () => {
    expect(saidWith('src/pages/home/words.ts', /invitation: \{/, 'invitationx: {')).toMatch(
      /^src\/pages\/home cannot be rendered: .* a text that words\.ts does not have/m,
    );
  });

  test('in public/', () => {
    const files = ['dump.php', 'favicon.svg', 'share/home.png'];
    mkdirSync(`${copy}/public/share`);
    for (const file of files) writeFileSync(`${copy}/public/${file}`, '');
    const said = saidBy();
    expect(said).toContain('Remove these from public/, or rename them:\n  dump.php: no web server shows');
    // a firm's own icon or link preview takes the place of the one that the build draws
    expect(said).not.toMatch(/favicon|share/);
    for (const file of files) rmSync(`${copy}/public/${file}`);
  });

  test('in types', () => {
    const wrong = "export const wrong: number = 'text';\n";
    const said = saidWith('src/lib/http/json.ts', /$/, wrong, 'npm run build');
    expect(said).toMatch(/src\/lib\/http\/json\.ts.*TS2322/);
  });

  test('in rules, also for npm start', () => {
    const said = saidWith('server/forms/contact/form.json', /"control": "text"/, '"control": "line"', 'npm start');
    expect(said.trim().split('\n').at(-1)).toContain(
      'In server/forms/contact/form.json, fields/name/control must be one of text, email, tel, textarea, select, checkbox.',
    );
    expect(said).not.toMatch(/^ +at /m);
  });
});
