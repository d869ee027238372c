import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HEALTH_TOKEN } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { apache } from './support/servers.ts';

describe('doctor on an upload to Apache with php-fpm', () => {
  const site = serve('beside', apache('php-fpm'));

  test('names a missing .htaccess, as does the answer to a missing token', async () => {
    const said = site.doctor();
    expect(said).toContain('The endpoint answers');
    expect(said).toContain('gets the answer 404');
    expect(said).toContain('does not show .env');
    const file = `${site.upload.documentRoot}/.htaccess`;
    renameSync(file, `${file}-of-the-build`);
    expect(site.doctor()).toMatch(/^problem .* does not get the site's own 404 page.*\n.*upload www\/\.htaccess/m);
    const { status, body } = await site.ask('/api/contact_work.php?doctor', {
      headers: { Authorization: `Basic ${btoa(`operator:${HEALTH_TOKEN}`)}` },
    });
    expect(status).toBe(401);
    expect(body).toContain('www/.htaccess');
    renameSync(`${file}-of-the-build`, file);
  });
});

describe('doctor on an upload to Apache with few modules', () => {
  const site = serve('inside', apache('few modules'));

  test('warns only of missing headers', () => {
    const said = site.doctor();
    expect(said).toMatch(/^warning .* without a Content-Security-Policy.*\n.*mod_headers/m);
    expect(said.match(/^problem/gm)).toHaveLength(1);
  });
});
