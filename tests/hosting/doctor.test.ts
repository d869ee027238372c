import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { doctor } from './support/doctor.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';

const servers: [name: string, start: Start][] = [
  ['nginx with php-fpm', nginx],
  ['Apache with mod_php', apache('mod_php')],
];

describe.each(servers)('doctor on an upload to %s', (_, start) => {
  const site = serve('beside', start);

  test('finds a complete upload in order, and names files that are missing or truncated', () => {
    const { upload } = site;
    const whole = doctor(site);
    expect(whole).toContain('All files of the program are there, and whole');
    expect(whole).toContain(`All files of the site are in ${upload.documentRoot}, and of the same`);
    expect(whole).toContain('The site answers with what was built, as browsers ask for it');
    expect(whole).toContain('The content security policy is the one of the pages that are there');
    // the mail server and the worker are missing
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
    const named = (problem: string) =>
      new RegExp(`^problem {2}In .*/www, (.*) are ${problem}`, 'm').exec(half)?.[1]?.split(', ');
    expect(new Set(named('broken'))).toEqual(
      new Set([`/assets/${first}.br`, `/assets/${second}.gz`, '/api/contact_work.php']),
    );
    expect(new Set(named('missing'))).toEqual(
      new Set([`/assets/${third}`, `/assets/${fourth}.br`, '/api/contact_sent.php']),
    );
    expect(half).toMatch(/^problem .*\/api\/contact_sent\.php answers 404, and not as its script/m);
    expect(half).toMatch(/^problem .*\/api\/contact_work\.php answers 200, and not as its script/m);
    expect(half).toMatch(
      /^problem {2}Files of the program are not as the build made them: src\/Mail\/EnquiryMail\.php \(empty\)/m,
    );
  });
});

describe('doctor on an upload to Apache with php-fpm', () => {
  const site = serve('beside', apache('php-fpm'));

  test('names a missing .htaccess', () => {
    expect(doctor(site)).not.toContain('upload www/.htaccess');
    rmSync(`${site.upload.documentRoot}/.htaccess`);
    expect(doctor(site)).toMatch(/^problem .*\n.*upload www\/\.htaccess/m);
  });
});

describe('doctor on an upload to Apache with few modules', () => {
  const site = serve('inside', apache('few modules'));

  test('warns only of missing headers', () => {
    const said = doctor(site);
    expect(said).toMatch(/^warning .* sends no content security policy.*\n.*mod_headers/m);
    expect(said).toContain(`All files of the site are in ${site.upload.documentRoot}, and of`);
    expect(said).toContain('The site answers with what was built, as browsers ask for it');
    // the mail server and the worker are missing
    expect(said.match(/^problem/gm)).toHaveLength(2);
  });
});
