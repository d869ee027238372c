import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnvironment, root } from '../../scripts/environment.mjs';
import { endpoint } from '../../scripts/plugins/endpoint.ts';
import { listen } from '../support/listen.ts';
import { startSiteServer } from '../support/siteServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Runs the steps with an npm that prints its arguments, and fails for one script. */
function inTurn(command: string, failing = '') {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/npm`, `#!/bin/sh\necho "did $*"\n[ "$2" != "${failing}" ]\n`);
  chmodSync(`${folder}/npm`, 0o755);
  return spawnSync(process.execPath, [`${root}scripts/inTurn.mjs`, command], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
}

test('npm test ends each suite at its first failure, and fails with its output if one step fails', () => {
  const whole = inTurn('test');
  expect(whole.status).toBe(0);
  const suites = [...whole.stdout.matchAll(/^did run (test:\S+) -- (.*)$/gm)].map(([, name, option]) => [name, option]);
  expect(suites).toEqual([
    ['test:php', '--stop-on-failure --stop-on-defect'],
    ['test:web', '--bail=1'],
    ['test:hosting:built', '--bail=1'],
    ['test:identity', '--bail=1'],
    ['test:e2e:pages', '--max-failures=1'],
    ['test:e2e:journeys', '--max-failures=1'],
  ]);
  const { status, stdout, stderr } = inTurn('test', 'check:types');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^check:types:\ndid run check:types/m);
  expect(stdout).not.toContain('test:php');
  expect(stderr).toContain('Failed: check:types.');
});

test('a command that is stopped says so without its stack, and with the exit code of its reason', () => {
  const stop = `import { exitWith } from '${root}scripts/setup.mjs';
    exitWith(Object.assign(new Error('Stopped.'), { exitCode: 130 }));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', stop], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([130, 'Stopped.\n']);
});

test('npm start names a port that is taken, and says how to choose another one', async () => {
  const other = createServer();
  const port = await listen(other);
  onTestFinished(() => void other.close());
  const plugins = [endpoint(parseEnvironment({}))];
  await expect(preview({ configFile: false, logLevel: 'silent', preview: { port }, plugins })).rejects.toThrow(
    `Port ${port} is taken. Choose another one, such as: npm start -- --port 8080`,
  );
});

test('a message to an endpoint that does not run is refused, so that the form says that it was not sent', async () => {
  const documentRoot = temporaryFolder();
  for (const page of ['index.html', '404.html']) writeFileSync(`${documentRoot}/${page}`, '');
  const site = await startSiteServer(1, documentRoot);
  onTestFinished(site.stop);
  const answer = await fetch(new URL('api/contact_process.php', site.url), { method: 'POST' });
  expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'error', code: 'unavailable' }]);
});
