import { once } from 'node:events';
import { hostname } from 'node:os';
import type { Connection } from './connection.ts';
import { DeployError, StoppedError } from './deployError.ts';
import type { Pool } from './pool.ts';
import type { Target } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

/** A deployment takes minutes. In milliseconds. */
const LONGEST = 3_600_000;

interface Around extends Pick<Surroundings, 'ask' | 'output' | 'stop'> {
  readonly pool: Pool;
  readonly target: Target;
}

/** Does the work while no other deployment can run. @throws {DeployError} if another deployment runs */
export async function locked(run: Around, open: () => Promise<Connection>, work: () => Promise<void>): Promise<void> {
  const folder = `${run.target.private}/deploy.lock`;
  await lock(run, folder);
  try {
    await unlessStopped(run.stop, work(), 'Run the same command again: it goes on where it was.');
  } finally {
    await unlock(run, folder, open);
  }
}

/** @param advice after Ctrl-C @throws {StoppedError} at once after Ctrl-C */
export function unlessStopped<T>(stop: AbortSignal, work: Promise<T>, advice: string): Promise<T> {
  const pressed = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  const stopped = pressed.then(() => {
    throw new StoppedError(`Stopped. ${advice}`);
  });
  return Promise.race([work, stopped]);
}

/** Makes a folder that only one deployment can make. */
async function lock({ pool, ask, output }: Around, folder: string): Promise<void> {
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

/** Uses another connection if this one is lost, or busy with what Ctrl-C has stopped. */
async function unlock({ pool, stop, output }: Around, folder: string, open: () => Promise<Connection>): Promise<void> {
  const anew = async () => {
    const connection = await open();
    await connection.removeAll(folder);
    connection.close();
  };
  if (stop.aborted) {
    pool.close();
    output.say(`Remove ${folder}, so that the next deployment does not wait. To leave it there, press Ctrl-C again.`);
  }
  const removed = stop.aborted ? anew() : pool.main.removeAll(folder).then(() => {}, anew);
  await removed.catch(() => {
    output.say(`${folder} is still there: the next deployment asks whether to take over.`);
  });
}
