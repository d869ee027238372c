import { spawnSync } from 'node:child_process';
import { message } from '../../support/answers.ts';
import type { Account } from './account.ts';

interface Visits {
  readonly faults: readonly string[];
  readonly requests: number;
  /** Enquiries that the site confirmed. */
  readonly confirmed: number;
}

/** Visitors read pages with all their files, and send enquiries, until the work is done. */
export async function during(account: Account, work: () => Promise<unknown>): Promise<Visits> {
  const faults: string[] = [];
  let requests = 0;
  let confirmed = 0;
  let isOver = false;
  const fetched = async (path: string) => {
    const { status, body } = await account.ask(path);
    requests += 1;
    if (status !== 200) faults.push(`${path} ${status}`);
    return body;
  };
  const read = async (page: string) => {
    while (!isOver) {
      const html = await fetched(page);
      for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await fetched(file);
    }
  };
  const send = async () => {
    while (!isOver) {
      const { status, body } = await account.ask('/api/contact_process.php', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...message, message: `Enquiry ${requests}` }),
      });
      requests += 1;
      if (status === 200) confirmed += 1;
      else faults.push(`enquiry ${status} ${body}`);
    }
  };
  const everybody = [read('/public/index'), read('/public/contact-us'), send(), send()];
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(everybody);
  }
  return { faults, requests, confirmed };
}

/** Runs a command of the operator, whatever its exit code: doctor's is 1, because no worker has run. */
export const runConsole = ({ privateFolder }: Pick<Account, 'privateFolder'>, ...command: string[]): string =>
  spawnSync('php', ['server/console', ...command], {
    cwd: privateFolder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  }).stdout;

/** Enquiries in the queue, of which none can be sent: there is no mail server. */
export const stored = (account: Pick<Account, 'privateFolder'>): number =>
  JSON.parse(runConsole(account, 'status', '--json')).waiting;
