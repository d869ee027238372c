// @ts-check
// node scripts/sideBySide.mjs SCRIPT...: runs scripts of package.json at the same time. Each one's output is printed
// whole when it ends. Exits with 1 if one fails.
import { spawn } from 'node:child_process';

/** @type {string[]} */
const failed = [];
for (const script of process.argv.slice(2)) {
  /** @type {Buffer[]} */
  const said = [];
  const child = spawn(`npm run ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  child.once('close', (code) => {
    process.stdout.write(Buffer.concat(said));
    if (code !== 0) failed.push(script);
  });
}
process.once('beforeExit', () => {
  if (failed.length === 0) return;
  console.error(`\nFailed: ${failed.join(', ')}. The reason is in its output above.`);
  process.exitCode = 1;
});
