import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import answers from '../contract/answers.json' with { type: 'json' };
import { doctor } from './support/doctor.ts';
import { HEALTH_TOKEN } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import { type Layout, Upload } from './support/upload.ts';

const servers: [
  name: string,
  layout: Layout,
  site: string,
  start: (upload: Upload) => Promise<WebServer>,
][] = [
  ['nginx', 'beside', 'second.example', startNginx],
  ['nginx', 'inside', 'www/staging', startNginx],
  ['Apache', 'inside', 'www/staging', (upload) => startApache(upload, 'mod_php')],
];

describe.each(servers)(
  'by %s, with private %s www, a second site in %s',
  (_, layout, folder, start) => {
    const first = serve(layout, start);
    const second = serve('inside', start, () => new Upload('inside', folder, first.upload.folder));
    const waiting = ({ upload }: typeof first): number =>
      JSON.parse(upload.console(['status', '--json'])).waiting;

    test('keeps its enquiries', async () => {
      const post = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(answers.message),
      };
      expect((await second.ask('/api/contact_process.php', post)).status).toBe(200);
      expect([waiting(first), waiting(second)]).toEqual([0, 1]);
      expect((await first.ask('/api/contact_process.php', post)).status).toBe(200);
      expect([waiting(first), waiting(second)]).toEqual([1, 1]);
    });

    test.each([
      ['first', first],
      ['second', second],
    ])('doctor of the %s finds its own site, as its status page does', async (_, site) => {
      const said = doctor(site);
      expect(said).toContain(`This installation answers ${site.origin}.`);
      expect(said).toContain(`All files of the site are in ${site.upload.documentRoot}, and of`);
      expect(said).not.toContain('is used by no site');
      const Authorization = `Bearer ${HEALTH_TOKEN}`;
      const page = await site.ask('/api/contact_status.php', { headers: { Authorization } });
      expect(page.body).toContain('This installation answers');
    });

    test('the first shows nothing of its private folder', async () => {
      const path = `/${folder.replace('www/', '')}/private`;
      for (const file of ['.env', 'server/data/enquiries.sqlite', 'server/composer.json']) {
        expect([403, 404], file).toContain((await first.ask(`${path}/${file}`)).status);
      }
    });

    test('gets no enquiry of the first where half of its upload is missing', async () => {
      const scripts = `${second.upload.privateFolder}/server/public`;
      renameSync(scripts, `${scripts}-later`);
      expect((await second.ask('/api/contact_health.php')).status).toBe(500);
      renameSync(`${scripts}-later`, scripts);
      expect((await second.ask('/api/contact_health.php')).status).toBe(200);
    });
  },
);

describe('a private folder that was left inside the document root', () => {
  const current = serve('beside', (upload) => startApache(upload, 'mod_php'));
  const old = serve(
    'inside',
    async () => ({ port: 0, stop: async () => {} }),
    () => new Upload('inside', 'www', current.upload.folder),
  );

  test('doctor of either says what is wrong', () => {
    const { origin } = current;
    expect(doctor(current)).toMatch(
      new RegExp(
        `^problem {2}Another installation answers ${origin}: .*\\n.* inside the document`,
        'm',
      ),
    );
    const said = doctor({ upload: old.upload, origin });
    expect(said).toContain(`This installation answers ${origin}.`);
    expect(said).toMatch(
      new RegExp(`^warning {2}${current.upload.privateFolder} is used by no site`, 'm'),
    );
  });
});
