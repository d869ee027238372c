import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { root } from '../../../scripts/environment.mjs';
import { endpointEnvironment, startEndpoint, startWorker } from '../../../scripts/mailSide.ts';
import { startWebServer } from '../../support/web-server.mjs';
import { get, postTo, SUCCESS } from './client.ts';
import { until } from './until.ts';

// Tests at the same time run many processes, and each is ended at the latest when this one ends.
process.setMaxListeners(100);
// What was started ends on "exit", which a signal alone does not cause.
process.once('SIGTERM', () => process.exit(1));

const HEALTH_TOKEN = 'a-token-of-no-less-than-32-characters';

/** What contact_health.php tells whoever has the token, as far as it is looked at here. */
interface Health {
  readonly status: string;
  readonly waiting: number;
  readonly due: number;
  readonly failed: number;
  readonly workerSeenSecondsAgo: number | null;
}

interface Options {
  readonly smtpPort: number;
  readonly env?: NodeJS.ProcessEnv;
  /** A new one, which is deleted in the end, unless told. */
  readonly dataFolder?: string;
  /** How many requests the endpoint serves at once. */
  readonly workers?: number;
  /** PHP's own web server, unless told. */
  readonly web?: 'php -S' | 'php-fpm';
}

const script = (name: string) => ({ file: `${root}server/public/${name}` });

/** nginx and php-fpm, as on many a host. */
const startFpm = (folder: string, env: NodeJS.ProcessEnv, port: number, workers: number) =>
  startWebServer(
    folder,
    {
      'contact_process.php': script('contact_process.php'),
      'contact_health.php': script('contact_health.php'),
    },
    { port, workers, env },
  );

/** The real endpoint and the real worker, on a queue of their own. Nothing runs until it is started. */
export function createProduct({
  smtpPort,
  env: overrides = {},
  dataFolder,
  workers = 4,
  web = 'php -S',
}: Options) {
  const folder = mkdtempSync(`${tmpdir()}/faults-`);
  const env: NodeJS.ProcessEnv = {
    ...endpointEnvironment(smtpPort, dataFolder ?? `${folder}/data`),
    // the lease of a mail that nobody finishes is 660 seconds and ten of these
    SMTP_TIMEOUT: '1',
    RATE_LIMIT: '1000000',
    DELIVERY_PER_MINUTE: '0',
    MAX_WAITING: '',
    LOG_FILE: `${folder}/log`,
    LOG_LEVEL: 'info',
    HEALTH_TOKEN,
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
    endpoint = await (web === 'php-fpm'
      ? startFpm(`${folder}/web`, all, port, workers)
      : startEndpoint(all, port));
    port = endpoint.port;
  };

  const post = (about: string, key?: string, message?: string) =>
    postTo(address(), about, { key, message });

  const healthPage = () => `${address()}/contact_health.php`;

  const health = async () =>
    (await get(healthPage(), { Authorization: `Bearer ${HEALTH_TOKEN}` })).body as Health;

  return {
    dataFolder: dataFolder ?? `${folder}/data`,
    env,
    address,
    post,

    /** Posts one that must be accepted. Returns its reference. */
    async accepted(about: string, message?: string): Promise<string> {
      const { status, reference, body } = await post(about, undefined, message);
      if (status !== SUCCESS.status || reference === null) {
        throw new Error(`Not accepted: ${status} ${JSON.stringify(body)}`);
      }
      return reference;
    },

    health,

    /** What everybody is told. */
    publicHealth: () => get(healthPage()),

    /** Resolves once nothing waits. */
    untilDrained: () => until('nothing waits', health, ({ waiting }) => waiting === 0),

    /** Resolves once a mail was tried in vain. The log alone tells that from one being tried right now. */
    untilPutOff: () =>
      until(
        'the log says that one is put off',
        () => readFile(`${folder}/log`, 'utf8').catch(() => ''),
        (log) => log.includes('"event":"put off"'),
      ),

    /** Where it runs already, it is killed with all its processes, and comes back on the same port. */
    startEndpoint(added: NodeJS.ProcessEnv = {}): Promise<void> {
      endpointIsUp = startEndpointAgain(added);
      return endpointIsUp;
    },

    /** Resolves at once unless the endpoint is just being started. */
    endpointIsUp: () => endpointIsUp,

    /** Where it runs already, it is killed. */
    async startWorker(): Promise<void> {
      await worker?.stop('SIGKILL');
      worker = await startWorker(env);
    },

    /** Endpoint and worker. */
    async start(): Promise<void> {
      await Promise.all([this.startWorker(), this.startEndpoint()]);
    },

    /** As when the machine loses its power, except that its disk survives. */
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
