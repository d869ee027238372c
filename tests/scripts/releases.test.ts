import fc from 'fast-check';
import { onTestFinished, test } from 'vitest';
import { MemoryAccount } from '../support/deployment/memoryAccount.ts';
import { SETTINGS, smallBuild } from '../support/deployment/smallBuild.ts';
import { type Host, steps, Walk } from '../support/deployment/walk.ts';
import { TEST } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test('in any order of deployments, failures, interruptions and rollbacks, no good release is lost', async () => {
  const account = new MemoryAccount();
  const variables = { SITE_URL: await account.start(), ...SETTINGS };
  onTestFinished(() => account.stop());
  const host: Omit<Host, 'replaces'> = {
    login: async () => async () => account.connection(),
    variables,
    builds: Array.from({ length: 7 }, (_, number) => smallBuild(temporaryFolder(), number, variables)),
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
