import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runOnHost } from '../../scripts/console/remote.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
import { message } from '../support/answers.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import type { Layout } from './support/upload.ts';

const servers: [name: string, layout: Layout, start: Start][] = [
  ['nginx', 'beside', nginx],
  ['Apache with php-fpm', 'inside', apache('php-fpm')],
  ['Apache with mod_php', 'beside', apache('mod_php')],
];

describe.each(servers)('npm run console to a host with %s, private %s www', (_, layout, start) => {
  const site = serve(layout, start);

  /** PHP, as another user, may not remove the pass. */
  const account: Connection = {
    ...({} as Connection),
    read: async (path) => (existsSync(path) ? readFileSync(path) : undefined),
    write: async (path, content) => {
      writeFileSync(path, content, { mode: 0o644 });
    },
    remove: async (path) => rmSync(path, { force: true }),
    close: () => {},
  };
  const run = async (args: string[], typed: string[] = []) => {
    const printed: Buffer[] = [];
    const { privateFolder, documentRoot } = site.upload;
    const code = await runOnHost(args, {
      variables: {
        SITE_URL: readFileSync(`${privateFolder}/site.txt`, 'utf8'),
        DEPLOY_CHECK_ADDRESS: site.origin,
        DEPLOY_URL: `sftp://firm@host.example${documentRoot.replace(/\/[^/]*$/, '')}`,
        ...(layout === 'inside' && { DEPLOY_PRIVATE: 'www/private' }),
      },
      environmentFile: '/dev/null',
      output: outputTo({ write: () => true, isTTY: false }),
      ask: undefined,
      login: async () => async () => account,
      print: async ([, text]) => void printed.push(text),
      readLine: async () => typed.shift(),
      terminal: undefined,
      stop: new AbortController().signal,
    });
    return [code, Buffer.concat(printed).toString()] as const;
  };
  const send = () =>
    site.ask('/api/contact_process.php', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });

  test('finds, exports, backs up and erases an enquiry, as a shell does', async () => {
    expect(await run(['list', 'waiting'])).toEqual([1, 'No enquiry was found.\n']);
    expect((await send()).status).toBe(200);
    for (const command of [['list'], ['export', '--csv'], ['help', 'erase']])
      expect(await run(command)).toEqual([0, site.upload.console(command)]);
    expect((await run(['backup', 'before.sqlite']))[1]).toContain('Backed up 1 enquiry to ');
    expect((await run(['erase', message.email], ['no']))[1]).toMatch(/Delete 1 enquiry .*Nothing was changed/s);
    expect((await run(['erase', message.email], ['yes']))[1]).toMatch(/Delete 1 enquiry .*Deleted 1 enquiry\./s);
    expect((await run(['list']))[0]).toBe(1);
    expect((await run(['restore', 'before.sqlite']))[1]).toContain('Restored 1 of 1 enquiry');
    expect(readdirSync(site.upload.privateFolder).filter((name) => name.endsWith('.pass'))).toEqual([]);
  });
});
