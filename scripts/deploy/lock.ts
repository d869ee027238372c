import { hostname } from 'node:os';
import { DeployError } from './deployError.ts';
import type { Pool } from './pool.ts';

/**
 * Makes a folder that only one deployment can make.
 * @throws {DeployError} if another deployment runs
 */
export async function lock(pool: Pool, folder: string, say: (line: string) => void): Promise<void> {
  const owner = `${folder}/owner`;
  while (!(await pool.makeFolder(folder))) {
    const other = (await pool.main.read(owner))?.toString() ?? 'has just begun';
    if (!hasEnded(other)) {
      throw new DeployError(
        `Another deployment is running (${other}). Wait for its end. If it was interrupted, delete the folder ${folder} on the host. Then run the same command again.`,
      );
    }
    say('The other deployment was interrupted: this one takes over.');
    await pool.main.removeAll(folder);
  }
  const since = new Date().toISOString();
  await pool.main.write(owner, `${hostname()} ${process.pid} since ${since}`);
}

/** Whether the deployment ran on this computer and has ended. */
function hasEnded(owner: string): boolean {
  const [computer, pid] = owner.split(' ');
  if (computer !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}
