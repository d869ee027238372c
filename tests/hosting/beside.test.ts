import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { securityHeaders } from '../../scripts/serving.ts';
import { serve } from './support/serve.ts';
import { apache, nginxBeside, type Start } from './support/servers.ts';
import { Upload } from './support/upload.ts';

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

const servers: [name: string, start: Start][] = [
  ['Apache with php-fpm', apache('php-fpm')],
  ['Apache with mod_php', apache('mod_php')],
  ['nginx', nginxBeside(['blog', 'mail'])],
];

describe.each(servers)('%s', (name, start) => {
  const { ask } = serve('beside', start, () => {
    const upload = new Upload('beside');
    for (const [file, content] of Object.entries(FILES)) {
      mkdirSync(dirname(`${upload.documentRoot}/${file}`), { recursive: true });
      writeFileSync(`${upload.documentRoot}/${file}`, content);
    }
    return upload;
  });

  test.each([
    ['/blog/', 'blog GET'],
    ['/blog/2026/a-post/', 'blog GET /blog/2026/a-post/'],
    ['/blog/index.php/2026/a-post', 'blog GET'],
    ['/blog/login.php?again', 'login GET /blog/login.php?again'],
    ['/blog/admin/', 'admin GET'],
    ['/blog/style.css', 'p {}'],
    ['/blog/backup.gz', 'packed'],
    ['/mail/', 'mail GET'],
    ['/mail/send.php', 'send GET'],
  ])('leaves %s alone', async (path, body) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining(body) });
    const ours = Object.keys(securityHeaders('https://www.firm.example'));
    const others = ['X-Frame-Options', ...(name === 'nginx' ? ['X-Content-Type-Options'] : [])];
    for (const header of [...ours, 'Content-Security-Policy', 'Content-Encoding', 'Cache-Control'])
      if (!others.includes(header)) expect(answer.all(header), header).toEqual([]);
    if (answer.body.includes('GET')) expect(answer.all('X-Frame-Options')).toEqual(['SAMEORIGIN']);
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
