import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import getPort from 'get-port';
import { readSettings, readVariables, root, settingLine } from './environment.mjs';
import { startProcess } from './processes.ts';

/** Uses a free port if the preferred one is taken. */
async function startInbox(preferredPort: number) {
  const webPort = await getPort(preferredPort > 0 ? { port: preferredPort } : {});
  const smtpPort = await getPort();
  const { stop } = await startProcess(
    process.execPath,
    [
      `${root}node_modules/maildev/bin/maildev`,
      ...['--ip', '127.0.0.1', '--smtp', String(smtpPort), '--web', String(webPort)],
    ],
    { ready: /SMTP Server running at/ },
  );
  return { smtpPort, url: `http://127.0.0.1:${webPort}/`, stop };
}

/**
 * The endpoint's settings on this computer. Mail always goes to the local inbox.
 * @param dataFolder '' for the default folder
 */
export function endpointEnvironment(smtpPort: number, dataFolder = '') {
  const variables: NodeJS.ProcessEnv = readVariables();
  const settings: Record<string, string> = {};
  const example = readSettings(readFileSync(`${root}.env.example`), '.env.example');
  for (const key of Object.keys(example.values)) {
    // an empty value keeps PHP from reading it from .env
    settings[key] = /^(?:SMTP|MAIL|WEBHOOK|ALERT)_/.test(key) ? '' : (variables[key] ?? '');
  }
  return {
    ...settings,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_ENCRYPTION: 'none',
    MAIL_FROM: 'website@firm.example',
    MAIL_TO: 'sales@firm.example',
    DATA_DIR: dataFolder,
    DATA_ID: '',
    DATABASE_URL: '',
    // the local inbox shows each enquiry at once
    DELIVERY_PER_HOUR: '0',
  };
}

/** Lets `php server/console` use the same data and inbox as `npm start`, whatever `.env` says about the host. */
export function writeForConsole(env: Readonly<Record<string, string>>, folder = `${root}server/data`): void {
  const lines = Object.entries(env)
    .filter(([name, value]) => value !== '' && !name.startsWith('DEPLOY_'))
    .map(([name, value]) => `${settingLine(name, value)}\n`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${folder}/npm-start.env`, lines.join(''), { mode: 0o600 });
}

/** The endpoint under PHP's own web server. */
export async function startEndpoint(env: NodeJS.ProcessEnv, port = 0) {
  const { match, stop } = await startProcess(
    'php',
    [
      ...['-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'expose_php=0'],
      ...['-S', `127.0.0.1:${port}`, `${root}server/index.php`],
    ],
    {
      // hides PHP's access log, not its error log
      unheard: /Development Server|127\.0\.0\.1:\d+ (?:Accepted|Closing|\[\d+\])/,
      ready: /Development Server \(http:\/\/127\.0\.0\.1:(\d+)\) started/,
      env: { PHP_CLI_SERVER_WORKERS: '4', ...env },
    },
  );
  return { port: Number(match[1]), stop };
}

export function startWorker(env: NodeJS.ProcessEnv) {
  return startProcess(process.execPath, [`${root}scripts/worker.mjs`], { ready: /Delivering/, env, unheard: /^$/ });
}

export type MailSide = Awaited<ReturnType<typeof startMailSide>>;

export async function startMailSide({
  inboxPort = 0,
  dataFolder,
  settings,
}: {
  readonly inboxPort?: number;
  readonly dataFolder?: string;
  readonly settings?: Readonly<Record<string, string>>;
} = {}) {
  const inbox = await startInbox(inboxPort);
  const env = { ...endpointEnvironment(inbox.smtpPort, dataFolder), ...settings };
  if (dataFolder === undefined) writeForConsole(env);
  const worker = await startWorker(env);
  const endpoint = await startEndpoint(env);
  return {
    inbox,
    endpoint,
    env,
    stop: async () => {
      await Promise.all([worker.stop(), endpoint.stop(), inbox.stop()]);
    },
  };
}
