import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serve } from './support/serve.ts';
import { COMPILED_ONCE, nginxWith } from './support/servers.ts';

/** The files and folders that a release replaces in private/server, except the console. */
const CODE = ['composer.json', 'forms', 'src', 'templates', 'vendor'];
const RELEASES = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const;
type Release = (typeof RELEASES)[number];

const site = serve('beside', (upload) => nginxWith(upload, COMPILED_ONCE));
const health = () => site.ask('/api/contact_health.php');
const submit = () =>
  site.ask('/api/contact_process.php', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=',
  });

/** Moves the code and pages of the upload into two releases, which differ in a header and in a page. */
function deployBoth(): void {
  const { privateFolder } = site.upload;
  for (const release of RELEASES) {
    const code = `${privateFolder}/code/${release}/server`;
    const pages = `${privateFolder}/releases/${release}/pages`;
    mkdirSync(`${privateFolder}/code/${release}`, { recursive: true });
    for (const part of ['console', ...CODE])
      cpSync(`${privateFolder}/server/${part}`, `${code}/${part}`, { recursive: true });
    cpSync(`${privateFolder}/server/pages`, pages, { recursive: true });
    appendFileSync(`${pages}/contact.html`, `<!-- pages of ${release} -->`);
    const pagesClass = `${code}/src/Http/Responses.php`;
    const source = readFileSync(pagesClass, 'utf8');
    writeFileSync(pagesClass, source.replace(" => 'noindex'", ` => 'noindex, code of ${release}'`));
  }
  for (const part of ['pages', ...CODE]) rmSync(`${privateFolder}/server/${part}`, { recursive: true });
}

function goLive(release: Release): void {
  const file = `${site.upload.privateFolder}/release.txt`;
  writeFileSync(`${file}.new`, `${release} ${release}\n`);
  renameSync(`${file}.new`, file);
}

test('a switch of releases under load fails no request, mixes no releases and needs no restart of PHP', async () => {
  expect(JSON.parse((await health()).body)).not.toHaveProperty('release');
  deployBoth();
  goLive(RELEASES[0]);
  const seen = new Set<string>();
  let isOver = false;
  const visitors = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, headers, body } = await submit();
      const [, pages] = /<!-- pages of (\w+) -->/.exec(body) ?? [];
      seen.add(`${status} code of ${headers['x-robots-tag']} pages of ${pages}`);
    }
  });
  try {
    for (let turn = 1; turn <= 20; turn += 1) {
      const release = RELEASES[turn % 2 === 0 ? 0 : 1];
      goLive(release);
      expect(JSON.parse((await health()).body).release).toBe(release);
      const answer = await submit();
      expect(answer.headers['x-robots-tag']).toBe(`noindex, code of ${release}`);
      expect(answer.body).toContain(`<!-- pages of ${release} -->`);
    }
  } finally {
    isOver = true;
    await Promise.all(visitors);
  }
  expect([...seen].sort()).toEqual(RELEASES.map((name) => `422 code of noindex, code of ${name} pages of ${name}`));
});

test('the console in private/server runs the live release', () => {
  goLive(RELEASES[1]);
  const said = site.upload.console(['doctor'], 1);
  expect(said).toContain(`${site.upload.privateFolder}/server/data can be written`);
  expect(said).toContain(`php ${site.upload.privateFolder}/server/console work`);
});
