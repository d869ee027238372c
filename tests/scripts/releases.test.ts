import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { onTestFinished, test } from 'vitest';
import { readTarget } from '../../scripts/deploy/settings.ts';
import { manifestOf } from '../../scripts/plugins/upload.ts';
import { builtWith } from '../../scripts/serving.ts';
import { MemoryAccount } from '../support/deployment/memoryAccount.ts';
import { type Build, type Host, steps, Walk } from '../support/deployment/walk.ts';
import { TEST } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Pages of its own, assets and code that it shares with others, and a file that only half of the builds have. */
function built(number: number, variables: Record<string, string>): Build {
  const dist = temporaryFolder();
  const files = {
    'www/index.html': 'start',
    'www/public/index/index.html': `home ${number}`,
    'www/public/about-us/index.html': `about ${number >> 1}`,
    'www/assets/app.js': 'app',
    [`www/assets/home-${number}.js`]: `home ${number}`,
    'www/api/contact_process.php': 'form',
    ...(number % 2 === 0 && { 'www/terms.txt': 'terms' }),
    'private/.env.example': 'SITE_URL=\n',
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

test('in any order of deployments, failures, interruptions and rollbacks, no good release is lost', async () => {
  const account = new MemoryAccount();
  const variables = {
    SITE_URL: await account.start(),
    DEPLOY_URL: 'sftp://user@host.example/',
    DEPLOY_PASSWORD: 'password',
    ...{ HEALTH_TOKEN: 'token', SMTP_HOST: 'mail.host.example' },
    ...{ MAIL_FROM: 'website@firm.example', MAIL_TO: 'sales@firm.example' },
  };
  onTestFinished(() => account.stop());
  const host: Omit<Host, 'replaces'> = {
    login: async () => async () => account.connection(),
    variables,
    builds: Array.from({ length: 7 }, (_, number) => built(number, variables)),
    read: (path) => account.files.get(path),
    setBroken: (isBroken) => {
      account.isBroken = isBroken;
    },
  };
  const walks = fc.asyncProperty(steps(20), fc.boolean(), async (path, replaces) => {
    account.clear();
    account.replaces = replaces;
    const walk = new Walk({ ...host, replaces });
    for (const step of path) await walk.go(step);
  });
  await fc.assert(walks, {
    seed: Number(process.env['SEED'] ?? 69),
    numRuns: Number(process.env['WALKS'] ?? 15),
    // looks no longer for a shorter failure
    interruptAfterTimeLimit: TEST / 2,
  });
});
