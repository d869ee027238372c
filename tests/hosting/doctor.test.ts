import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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
    const { upload, origin } = site;
    const environment = `${upload.privateFolder}/.env`;
    const told = readFileSync(environment, 'utf8');
    writeFileSync(environment, told.replace(/^SITE_URL=.*$/m, `SITE_URL=${origin}`));
    // no worker has run yet
    const whole = upload.console(['doctor'], 1);
    expect(whole).toContain('All files of the program are there, and whole');
    expect(whole).toContain('All files of the site are there, and of the same build');

    const assets = `${upload.documentRoot}/assets`;
    const [script] = readdirSync(assets).filter((name) => /^app-.*\.js$/.test(name));
    truncateSync(`${assets}/${script}.br`, 20_000);
    truncateSync(`${upload.privateFolder}/server/src/Mail/EnquiryMail.php`);
    const half = upload.console(['doctor'], 1);
    expect(half).toContain(`problem  Of the site, /assets/${script} is broken`);
    expect(half).toMatch(
      /^problem {2}Files of the program are not as the build made them: src\/Mail\/EnquiryMail\.php \(empty\)/m,
    );
  });
});
