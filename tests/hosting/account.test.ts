import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../scripts/environment.mjs';
import { message } from '../support/answers.ts';
import { DATABASE } from '../support/tables.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import { type Layout, Upload } from './support/upload.ts';

const { siteUrl } = readEnvironment();
const health = '/api/contact_health.php';

const servers: [name: string, layout: Layout, site: string, start: Start][] = [
  ['nginx', 'beside', 'second.example', nginx],
  ['Apache', 'inside', 'www/staging', apache('mod_php')],
];

describe.each(servers)('by %s, with private %s www, a second site in %s', (_, layout, folder, start) => {
  const first = serve(layout, start);
  const second = serve('inside', start, () => new Upload('inside', folder, first.upload.folder));
  const waiting = ({ upload }: typeof first): number => JSON.parse(upload.console(['status', '--json'])).waiting;

  test('keeps its enquiries', async () => {
    const post = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    };
    expect((await second.ask('/api/contact_process.php', post)).status).toBe(200);
    expect([waiting(first), waiting(second)]).toEqual([0, 1]);
    expect((await first.ask('/api/contact_process.php', post)).status).toBe(200);
    expect([waiting(first), waiting(second)]).toEqual([1, 1]);
  });

  test('the first site does not show its private folder', async () => {
    const path = `/${folder.replace('www/', '')}/private`;
    for (const file of ['.env', `server/data/${DATABASE}`, 'server/composer.json']) {
      expect([403, 404], file).toContain((await first.ask(`${path}/${file}`)).status);
    }
    // of a site in a folder of the first one
    const inside = `${first.upload.documentRoot}/staging/private`;
    mkdirSync(inside, { recursive: true });
    writeFileSync(`${inside}/notes.txt`, 'private');
    expect([403, 404]).toContain((await first.ask('/staging/private/notes.txt')).status);
  });

  test('sends nothing to the first site while its private folder is missing', async () => {
    const { privateFolder, documentRoot } = second.upload;
    const entry = documentRoot + health;
    const code = readFileSync(entry, 'utf8');
    renameSync(privateFolder, `${privateFolder}-later`);
    writeFileSync(entry, code.replaceAll(siteUrl, 'https://second.example'));
    expect((await second.ask(health)).status).toBe(500);
    writeFileSync(entry, code);
    renameSync(`${privateFolder}-later`, privateFolder);
  });
});
