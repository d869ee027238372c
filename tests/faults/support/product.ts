import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { endpointEnvironment, startEndpoint, startWorker } from '../../../scripts/stack.mjs';
import contract from '../../contract/answers.json' with { type: 'json' };
import { until } from './until.ts';

// Tests at the same time run many processes, and each is ended at the latest when this one ends.
process.setMaxListeners(100);
// What was started ends on "exit", which a signal alone does not cause.
process.once('SIGTERM', () => process.exit(1));

/** What a client is told. */
export interface Answer {
  readonly status: number;
  readonly reference: string | null;
  readonly body: unknown;
}

/** What contact_health.php tells, as far as it is looked at here. */
interface Health {
  readonly waiting: number;
  readonly due: number;
  readonly failed: number;
}

/** The contract's own answers, to the letter. */
export const SUCCESS = contract.answers.success.response;
export const UNAVAILABLE = contract.answers['the store cannot be written'].response;

interface Options {
  readonly smtpPort: number;
  readonly env?: NodeJS.ProcessEnv;
  /** A new one, which is deleted in the end, unless told. */
  readonly dataFolder?: string;
  /** How many requests the endpoint serves at once. */
  readonly workers?: number;
}

/** The real endpoint and the real worker, on a queue of their own. Nothing runs until it is started. */
export function createProduct({ smtpPort, env: overrides = {}, dataFolder, workers = 4 }: Options) {
  const folder = mkdtempSync(`${tmpdir()}/faults-`);
  const env: NodeJS.ProcessEnv = {
    ...endpointEnvironment(smtpPort, dataFolder ?? `${folder}/data`),
    // the lease of a mail that nobody finishes is 60 seconds and seven of these
    SMTP_TIMEOUT: '1',
    RATE_LIMIT: '1000000',
    DELIVERY_PER_MINUTE: '0',
    MAX_WAITING: '',
    LOG_FILE: `${folder}/log`,
    LOG_LEVEL: 'info',
    PHP_CLI_SERVER_WORKERS: String(workers),
    ...overrides,
  };
  let endpoint: Awaited<ReturnType<typeof startEndpoint>> | undefined;
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  let port = 0;
  let endpointIsUp: Promise<void> = Promise.resolve();

  const address = (script: string) => `http://127.0.0.1:${port}/${script}`;

  const startEndpointAgain = async (added: NodeJS.ProcessEnv) => {
    await endpoint?.stop('SIGKILL');
    endpoint = await startEndpoint({ ...env, ...added }, port);
    port = endpoint.port;
  };

  async function post(about: string, key?: string, message = contract.message.message) {
    const response = await fetch(address('contact_process.php'), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: JSON.stringify({ ...contract.message, subject: about, message }),
      signal: AbortSignal.timeout(60_000),
    });
    const answer: Answer = {
      status: response.status,
      reference: response.headers.get('Enquiry-Reference'),
      body: await response.json(),
    };
    return answer;
  }

  const health = async () => (await (await fetch(address('contact_health.php'))).json()) as Health;

  return {
    dataFolder: dataFolder ?? `${folder}/data`,
    env,
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

    async stop(): Promise<void> {
      await Promise.all([worker?.stop(), endpoint?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Product = ReturnType<typeof createProduct>;
