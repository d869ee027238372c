import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writePublic } from '../../scripts/plugins/upload.ts';
import { securityHeaders } from '../../scripts/serving.ts';
import { places } from '../support/places.ts';
import type { Answer } from './support/ask.ts';
import { serve } from './support/serve.ts';
import { apache, nginxBeside, type Start } from './support/servers.ts';
import { Upload } from './support/upload.ts';

/** Below folders that are no pages, and one below a page. */
const nested = ['/public/legal/terms', '/public/legal/rules/posting', '/public/about-us/team', '/public/other/terms'];
const pages = [...places.map(({ path }) => path), ...nested];
const files = ['/public/brochure.pdf', '/public/legal/terms.pdf'];

/** Every selection of the parts, in their order. */
function selections([first, ...rest]: readonly string[]): string[][] {
  return first === undefined ? [[]] : selections(rest).flatMap((some) => [some, [first, ...some]]);
}

const addresses = [
  ...new Set(
    [...pages, ...files].flatMap((path) =>
      selections(path.slice(1).split('/'))
        .map((parts) => `/${parts.join('/')}`)
        .flatMap((less) => [less, less.toUpperCase(), less.replace(/[a-z]/, (letter) => letter.toUpperCase())])
        .flatMap((spelled) => ['', '/', '//', '/index', '/index/', '/index.html'].map((end) => spelled + end)),
    ),
  ),
];

/** The page that an address with fewer parts may mean. */
function meantBy(address: string): string | undefined {
  const typed = address.toLowerCase().replace(/\/+$/, '').slice(1);
  const isShort = (page: string) => selections(page.slice(1).split('/')).some((parts) => parts.join('/') === typed);
  const fits = pages.filter((page) => isShort(page) && page.endsWith(`/${typed.split('/').at(-1)}`));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Asks as a browser does, and follows at most two redirects. */
async function arriveFrom(address: string, asked: (path: string) => Promise<Answer>) {
  let path = address;
  for (let redirects = 0; redirects <= 2; redirects += 1) {
    const { status, headers } = await asked(path);
    if (status !== 301 && status !== 302) return { path, status };
    path = headers.location?.replace(/^http:\/\/[^/]+/, '') ?? '';
  }
  return { path, status: 'redirects' };
}

/* Other software in folders of the document root, such as a WordPress in /blog and a webmail in /mail. */

const PERMALINKS = `RewriteEngine On
RewriteBase /blog/
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /blog/index.php [L]
`;
const script = (name: string) =>
  `<?php header('X-Frame-Options: SAMEORIGIN'); echo '${name} ', $_SERVER['REQUEST_METHOD'], ' ', $_SERVER['REQUEST_URI'];`;
const FILES = {
  'blog/.htaccess': PERMALINKS,
  'blog/index.php': script('blog'),
  'blog/admin/index.php': script('admin'),
  'blog/login.php': script('login'),
  'blog/style.css': 'p {}',
  'blog/backup.gz': 'packed',
  'mail/index.php': script('mail'),
  'mail/send.php': script('send'),
  'mail/.secret': 'hidden',
};

/** With pages below others, and other software, which comes after the build. */
function extended(): Upload {
  const upload = new Upload('beside');
  const { folder, documentRoot } = upload;
  const write = (file: string, content: string) => {
    mkdirSync(dirname(documentRoot + file), { recursive: true });
    writeFileSync(documentRoot + file, content);
  };
  for (const path of nested) write(`${path}/index.html`, '<!doctype html><title>A page of this test</title>');
  for (const path of files) write(path, 'A file of this test');
  writePublic(folder, { siteUrl: 'http://localhost', servicePrefix: '/api', toHttps: false, toPrivate: '' });
  for (const [file, content] of Object.entries(FILES)) write(`/${file}`, content);
  return upload;
}

const servers: [name: string, start: Start][] = [
  ['Apache with php-fpm', apache('php-fpm')],
  ['Apache with mod_php', apache('mod_php')],
  ['nginx', nginxBeside(['blog', 'mail'])],
];

describe.each(servers)('%s', (name, start) => {
  const { ask } = serve('beside', start, extended);

  test.runIf(name !== 'Apache with mod_php')(
    'a page is found in any case, with a slash, and without its folders',
    async () => {
      const known = addresses.filter((address) => meantBy(address) !== undefined);
      expect(new Set(known.map(meantBy))).toEqual(new Set(pages));
      for (const address of addresses) {
        const arrival = await arriveFrom(address, ask);
        const meant = meantBy(address);
        if (meant !== undefined) expect(arrival, address).toEqual({ path: meant, status: 200 });
        else expect([200, 400, 404], address).toContain(arrival.status);
      }
      for (const path of [...pages, ...files]) expect(await arriveFrom(path, ask)).toEqual({ path, status: 200 });
    },
  );

  test('leaves other software alone', async () => {
    for (const [path, body] of [
      ['/blog/', 'blog GET'],
      ['/blog/2026/a-post/', 'blog GET /blog/2026/a-post/'],
      ['/blog/index.php/2026/a-post', 'blog GET'],
      ['/blog/login.php?again', 'login GET /blog/login.php?again'],
      ['/blog/admin/', 'admin GET'],
      ['/blog/style.css', 'p {}'],
      ['/blog/backup.gz', 'packed'],
      ['/mail/', 'mail GET'],
      ['/mail/send.php', 'send GET'],
    ] as const) {
      const answer = await ask(path);
      expect(answer, path).toMatchObject({ status: 200, body: expect.stringContaining(body) });
      const ours = Object.keys(securityHeaders('https://www.firm.example'));
      const others = ['X-Frame-Options', ...(name === 'nginx' ? ['X-Content-Type-Options'] : [])];
      for (const header of [...ours, 'Content-Security-Policy', 'Content-Encoding', 'Cache-Control'])
        if (!others.includes(header)) expect(answer.all(header), `${path} ${header}`).toEqual([]);
      if (answer.body.includes('GET')) expect(answer.all('X-Frame-Options'), path).toEqual(['SAMEORIGIN']);
    }
  });

  test('leaves posts alone, and adds the slash to a folder', async () => {
    expect((await ask('/blog/login.php', { method: 'POST', body: 'a=b' })).body).toContain('login POST');
    for (const folder of ['/blog', '/mail', '/blog/admin']) {
      const { status, headers } = await ask(folder);
      expect([status, headers.location], folder).toEqual([301, expect.stringMatching(new RegExp(`${folder}/$`))]);
    }
  });

  test('still serves nothing unknown or hidden of the site', async () => {
    for (const path of ['/login.php', '/api/login.php', '/public/login.php', '/mail/.secret', '/assets/'])
      expect((await ask(path)).status, `${name} ${path}`).toBe(404);
  });
});
