import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { doctor } from './support/doctor.ts';
import { HEALTH_TOKEN } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import type { Upload } from './support/upload.ts';

const servers: [name: string, start: (upload: Upload) => Promise<WebServer>][] = [
  ['nginx with php-fpm', startNginx],
  ['Apache with mod_php', (upload) => startApache(upload, 'mod_php')],
];

describe.each(servers)('doctor, of an upload that is served by %s', (_, start) => {
  const site = serve('beside', start);

  test('all of it is there, until half of a file is uploaded', () => {
    const { upload } = site;
    const whole = doctor(site);
    expect(whole).toContain('All files of the program are there, and whole');
    expect(whole).toContain(`All files of the site are in ${upload.documentRoot}, and of the same`);
    expect(whole).toContain('The site answers with what was built, as browsers ask for it');
    expect(whole).toContain('The content security policy is the one of the pages that are there');
    // no mail server, and no worker
    expect(whole.match(/^problem/gm)).toHaveLength(2);

    const assets = `${upload.documentRoot}/assets`;
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const [first, second, third, fourth] = scripts;
    truncateSync(`${assets}/${first}.br`, 200);
    truncateSync(`${assets}/${second}.gz`, 200);
    rmSync(`${assets}/${third}`);
    rmSync(`${assets}/${fourth}.br`);
    rmSync(`${upload.documentRoot}/api/contact_sent.php`);
    truncateSync(`${upload.documentRoot}/api/contact_work.php`);
    truncateSync(`${upload.privateFolder}/server/src/Mail/EnquiryMail.php`);
    const half = doctor(site);
    const broken = /^problem {2}In .*\/www, (.*) are broken/m.exec(half)?.[1]?.split(', ').sort();
    expect(broken).toEqual(
      [`/assets/${first}.br`, `/assets/${second}.gz`, '/api/contact_work.php'].sort(),
    );
    const missing = /^problem {2}In .*\/www, (.*) are missing/m.exec(half)?.[1]?.split(', ').sort();
    expect(missing).toEqual(
      [`/assets/${third}`, `/assets/${fourth}.br`, '/api/contact_sent.php'].sort(),
    );
    expect(half).toMatch(/^problem .*\/api\/contact_sent\.php answers 404, and not as its script/m);
    expect(half).toMatch(/^problem .*\/api\/contact_work\.php answers 200, and not as its script/m);
    expect(half).toMatch(
      /^problem {2}Files of the program are not as the build made them: src\/Mail\/EnquiryMail\.php \(empty\)/m,
    );
    upload.copy();
  });

  test('a policy that knows another style of a page, or another script, is told', () => {
    const { upload } = site;
    const page = `${upload.documentRoot}/public/service/index.html`;
    const html = readFileSync(page, 'utf8');
    const last = html.lastIndexOf('</style>');
    writeFileSync(page, `${html.slice(0, last)}/* of a later build */${html.slice(last)}`);
    expect(doctor(site)).toMatch(
      /^problem .*browsers show \/public\/service without their style\./m,
    );
    writeFileSync(page, html.replace('<script data-modules', '<script data-modules="" data-other'));
    expect(doctor(site)).toContain('The content security policy is the one of the pages');
    writeFileSync(page, html.replace(/(<script data-modules[^>]*>)/, '$1/* later */'));
    expect(doctor(site)).toMatch(
      /^problem .*browsers show \/public\/service without their script\./m,
    );
    upload.copy();
  });
});

describe('an upload to Apache with php-fpm whose .htaccess was left behind', () => {
  const site = serve('beside', (upload) => startApache(upload, 'php-fpm'));

  test('doctor says so, and who sends the token is told why it does not arrive', async () => {
    expect(doctor(site)).not.toContain('is not served as the build means it to be');
    const file = `${site.upload.documentRoot}/.htaccess`;
    renameSync(file, `${file}-of-the-build`);
    expect(doctor(site)).toMatch(
      /^problem .* is not served as the build means it to be.*\n.*upload www\/\.htaccess/m,
    );
    const { status, body } = await site.ask('/api/contact_status.php', {
      headers: { Authorization: `Basic ${btoa(`operator:${HEALTH_TOKEN}`)}` },
    });
    expect(status).toBe(401);
    expect(body).toContain('www/.htaccess');
    expect(body).not.toContain('a quotation mark');
    renameSync(`${file}-of-the-build`, file);
  });
});

describe('doctor, of an upload that is served by an Apache with hardly a module', () => {
  const site = serve('inside', (upload) => startApache(upload, 'few modules'));

  test('it misses the headers alone, and finds the files around private', () => {
    const said = doctor(site);
    expect(said).toMatch(/^warning .* sends no content security policy.*\n.*mod_headers/m);
    expect(said).toContain(`All files of the site are in ${site.upload.documentRoot}, and of`);
    expect(said).toContain('The site answers with what was built, as browsers ask for it');
    // no mail server, and no worker
    expect(said.match(/^problem/gm)).toHaveLength(2);
  });
});
