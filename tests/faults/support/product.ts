import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, type TestContext, vi } from 'vitest';
import { root } from '../../../scripts/environment.mjs';
import { endpointEnvironment, startEndpoint, startWorker } from '../../../scripts/mailSide.ts';
import { startMailServer } from '../../support/mailServer.ts';
import { startWebServer } from '../../support/webServer.ts';
import { askSite, postTo, SUCCESS } from './client.ts';
import { startDatabaseServer } from './databaseServer.ts';
import { enquiriesIn } from './enquiries.ts';

// The concurrent tests start many processes, each with an "exit" listener.
process.setMaxListeners(100);
// The processes stop on "exit", which a signal alone does not cause.
process.once('SIGTERM', () => process.exit(1));

/** For vi.waitFor, in milliseconds. */
export const PATIENCE = { timeout: 900_000, interval: 250 };

/** As `status --json` prints it. */
interface QueueState {
  readonly waiting: number;
  readonly failed: number;
  readonly workerSeenSecondsAgo: number | null;
  readonly problems: readonly { readonly what: string; readonly fix: string }[];
}

interface Options {
  readonly smtpPort: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly dataFolder?: string;
  readonly workers?: number;
  readonly web?: 'php -S' | 'php-fpm';
}

const script = { file: `${root}server/index.php` };

const startFpm = (folder: string, env: NodeJS.ProcessEnv, port: number, workers: number) =>
  startWebServer(
    folder,
    {
      'contact_process.php': script,
      'contact_health.php': script,
    },
    { port, workers, env },
  );

export function createProduct({ smtpPort, env: overrides = {}, dataFolder, workers = 4, web = 'php -S' }: Options) {
  const folder = mkdtempSync(`${tmpdir()}/faults-`);
  const env: NodeJS.ProcessEnv = {
    ...endpointEnvironment(smtpPort, dataFolder ?? `${folder}/data`),
    // in seconds: what a killed process was mailing waits for 43 times this
    TEST_SMTP_TIMEOUT: '1',
    RATE_LIMIT: '1000000',
    PHP_CLI_SERVER_WORKERS: String(workers),
    ...overrides,
  };
  let endpoint: Pick<Awaited<ReturnType<typeof startEndpoint>>, 'port' | 'stop'> | undefined;
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  let port = 0;
  let endpointIsUp: Promise<void> = Promise.resolve();

  const address = () => `http://127.0.0.1:${port}`;

  const startEndpointAgain = async (added: NodeJS.ProcessEnv) => {
    await endpoint?.stop('SIGKILL');
    const all = { ...env, ...added };
    endpoint = await (web === 'php-fpm' ? startFpm(`${folder}/web`, all, port, workers) : startEndpoint(all, port));
    port = endpoint.port;
  };

  const post = (about: string, key?: string, message?: string) => postTo(address(), about, { key, message });

  const enquiries = () => enquiriesIn(env);

  const state = () =>
    new Promise<QueueState>((resolve) => {
      const options = { env: { ...process.env, ...env } };
      // it exits with 1 if there are problems
      execFile('php', [`${root}server/console`, 'status', '--json'], options, (_, said) => resolve(JSON.parse(said)));
    });

  return {
    dataFolder: dataFolder ?? `${folder}/data`,
    env,
    address,
    post,

    /** As an operator does, so that no other queue is taken for this one. */
    setUp(): void {
      const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const };
      const said = execFileSync('php', [`${root}server/console`, 'setup'], options);
      env['DATA_ID'] = /DATA_ID=([0-9a-f]+)/.exec(said)?.[1];
    },

    async accepted(about: string, message?: string): Promise<string> {
      const { status, reference, body } = await post(about, undefined, message);
      if (status !== SUCCESS.status || reference === null) {
        throw new Error(`Not accepted: ${status} ${JSON.stringify(body)}`);
      }
      return reference;
    },

    state,
    enquiries,
    health: () => askSite(address(), '/contact_health.php'),

    untilDrained: () => vi.waitFor(async () => expect(await state()).toMatchObject({ waiting: 0 }), PATIENCE),

    startEndpoint(added: NodeJS.ProcessEnv = {}): Promise<void> {
      endpointIsUp = startEndpointAgain(added);
      return endpointIsUp;
    },

    endpointIsUp: () => endpointIsUp,

    async startWorker(): Promise<void> {
      await worker?.stop('SIGKILL');
      worker = await startWorker(env);
    },

    async start(): Promise<void> {
      await Promise.all([this.startWorker(), this.startEndpoint()]);
    },

    async kill(): Promise<void> {
      await Promise.all([worker?.stop('SIGKILL'), endpoint?.stop('SIGKILL')]);
    },

    async stop(): Promise<void> {
      await Promise.all([worker?.stop(), endpoint?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Product = ReturnType<typeof createProduct>;

/** A product with a mail server of its own, until the test has ended. */
export async function startProduct(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: Omit<Options, 'smtpPort'>,
) {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({ ...options, smtpPort: mailServer.port });
  onTestFinished(product.stop);
  await product.start();
  return { mailServer, product };
}

export async function startDatabase({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const database = await startDatabaseServer();
  onTestFinished(database.stop);
  return database;
}
