import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';

/** Of each kind, instead of their own number. */
const WALKS = process.env['FAULTS_WALKS'];

test.concurrent.for([
  { file: 'WalkTest.php', variable: 'WALKS', count: 3000 },
  { file: 'InterleavingTest.php', variable: 'INTERLEAVINGS', count: 1500 },
])('$variable: in any order, everybody has each enquiry once', async ({ file, variable, count }) => {
  // the configuration would end it after three minutes
  const configured = ['--no-configuration', '--bootstrap', 'vendor/autoload.php', '--extension'];
  const phpunit = ['vendor/bin/phpunit', '--do-not-cache-result', ...configured, 'Enquiry\\Tests\\Support\\Programs'];
  const options = { cwd: `${root}server`, env: { ...process.env, [variable]: WALKS ?? String(count) } };
  const { stdout } = await promisify(execFile)('php', [...phpunit, `../tests/php/Walks/${file}`], options).catch(
    // its message has the seed and the steps
    (failure: { stdout: string }) => failure,
  );
  expect(stdout).toMatch(/^OK /m);
});
