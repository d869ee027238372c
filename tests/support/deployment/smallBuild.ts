import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readTarget } from '../../../scripts/deploy/settings.ts';
import { root } from '../../../scripts/environment.mjs';
import { manifestOf } from '../../../scripts/plugins/upload.ts';
import { builtWith } from '../../../scripts/serving.ts';
import type { Build } from './walk.ts';

/** For a first deployment, beside SITE_URL. */
export const SETTINGS = {
  ...{ DEPLOY_URL: 'sftp://user@host.example/', DEPLOY_PASSWORD: 'password', HEALTH_TOKEN: 'f'.repeat(64) },
  ...{ SMTP_HOST: 'mail.host.example', MAIL_FROM: 'website@firm.example', MAIL_TO: 'sales@firm.example' },
};

/** Pages of its own, assets and code that it shares with others, and a file that only half of the builds have. */
export function smallBuild(dist: string, number: number, variables: Record<string, string>): Build {
  const files = {
    'www/.htaccess': `# BEGIN website: ${number}\n# END website\n`,
    'www/index.html': 'start',
    'www/public/index/index.html': `home ${number}`,
    'www/public/about-us/index.html': `about ${number >> 1}`,
    'www/assets/app.js': 'app',
    [`www/assets/home-${number}.js`]: `home ${number}`,
    'www/api/contact_process.php': 'form',
    ...(number % 2 === 0 && { 'www/terms.txt': 'terms' }),
    'private/.env.example': readFileSync(`${root}.env.example`),
    'private/.htaccess': 'denied',
    'private/site.txt': variables['SITE_URL'] ?? '',
    'private/server/console': 'console',
    'private/server/src/app.php': `code ${number >> 2}`,
    'private/server/pages/firm.json': '{}',
    'private/server/pages/contact.html': `contact ${number}`,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(`${dist}/${dirname(file)}`, { recursive: true });
    writeFileSync(`${dist}/${file}`, content);
  }
  const manifest = manifestOf(dist, builtWith(readTarget(variables)));
  writeFileSync(`${dist}/manifest.json`, JSON.stringify(manifest));
  return { dist, manifest };
}
