import { hostname } from 'node:os';
import type { Run } from './deploy.ts';
import { DeployError } from './deployError.ts';

/** A deployment takes minutes. In milliseconds. */
const LONGEST = 3_600_000;

/** Makes a folder that only one deployment can make. @throws {DeployError} if another deployment runs */
export async function lock({ pool, ask, output }: Pick<Run, 'pool' | 'ask' | 'output'>, folder: string): Promise<void> {
  const owner = `${folder}/owner`;
  while (!(await pool.makeFolder(folder))) {
    const other = (await pool.main.read(owner))?.toString() ?? 'it has just begun';
    const [since = ''] = /\S+$/.exec(other) ?? [];
    output.say(`There is another deployment (${other}).`);
    const isOver = Date.now() - Date.parse(since) > LONGEST || (await ask?.confirm('Was it interrupted?'));
    if (!isOver) {
      throw new DeployError(
        `Another deployment is running (${other}). Wait for its end. If it was interrupted, run the same command again an hour after its start, or delete the folder ${folder} on the host.`,
      );
    }
    output.say('This deployment takes over.');
    await pool.main.removeAll(folder);
  }
  await pool.main.write(owner, `on ${hostname()} since ${new Date().toISOString()}`);
}
