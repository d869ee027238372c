// @ts-check
import { fileURLToPath } from 'node:url';
import { readEnvironment, root } from './environment.mjs';
import { freePort, isPortFree, startProcess } from './processes.mjs';
import { startSiteServer } from './site-server.mjs';

/**
 * A local mail server that delivers to nobody, with a web inbox.
 * @param {number} preferredPort the inbox moves to a free port when this one is taken
 */
async function startInbox(preferredPort) {
  const webPort =
    preferredPort > 0 && (await isPortFree(preferredPort)) ? preferredPort : await freePort();
  const smtpPort = await freePort();
  const { stop } = await startProcess(
    process.execPath,
    [
      fileURLToPath(new URL('../node_modules/maildev/bin/maildev', import.meta.url)),
      ...['--ip', '127.0.0.1', '--smtp', String(smtpPort), '--web', String(webPort)],
    ],
    { ready: /SMTP Server running at/ },
  );
  return { smtpPort, url: `http://127.0.0.1:${webPort}/`, stop };
}

/**
 * What the endpoint and its worker run with on this computer, whatever .env says.
 * @param {number} smtpPort where their mail goes
 * @param {string} [dataFolder] where enquiries are kept; the usual place unless told
 */
export function endpointEnvironment(smtpPort, dataFolder = '') {
  return {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_ENCRYPTION: 'none',
    SMTP_USERNAME: '',
    SMTP_PASSWORD: '',
    SMTP_CA_FILE: '',
    SMTP_TIMEOUT: '',
    MAIL_FROM: 'website@firm.example',
    MAIL_TO: 'sales@firm.example',
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    // where somebody looks at a terminal, in it
    LOG_FILE: dataFolder === '' ? 'php://stderr' : '',
  };
}

/**
 * The endpoint under PHP's own web server.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [port] any free one unless told
 */
export async function startEndpoint(env, port = 0) {
  const { match, stop } = await startProcess(
    'php',
    [
      ...['-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'expose_php=0'],
      ...['-S', `127.0.0.1:${port}`, '-t', `${root}server/public`],
    ],
    {
      // what is left are the lines of PHP's error log
      unheard: /Development Server|127\.0\.0\.1:\d+ (?:Accepted|Closing|\[\d+\])/,
      ready: /Development Server \(http:\/\/127\.0\.0\.1:(\d+)\) started/,
      env: { PHP_CLI_SERVER_WORKERS: '4', ...env },
    },
  );
  return { port: Number(match[1]), stop };
}

/** What cron or a supervisor runs on a live site. @param {NodeJS.ProcessEnv} env */
export function startWorker(env) {
  return startProcess('php', [`${root}server/console`, 'work'], {
    ready: /Delivering what is due/,
    env,
    unheard: /^$/,
  });
}

/**
 * The mail side of the product: inbox, endpoint and worker.
 * @param {{ inboxPort?: number, dataFolder?: string | undefined }} options
 */
export async function startMailSide({ inboxPort = 0, dataFolder }) {
  const inbox = await startInbox(inboxPort);
  const env = endpointEnvironment(inbox.smtpPort, dataFolder);
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

/**
 * The whole product on this computer: built site, endpoint, worker, mail server.
 * @param {{ port?: number, inboxPort?: number, dataFolder?: string }} [options] port 0 is any free one
 */
export async function startStack({ port = 0, inboxPort = 0, dataFolder } = {}) {
  const { servicePrefix } = readEnvironment();
  const mailSide = await startMailSide({ inboxPort, dataFolder });
  const site = await startSiteServer({
    port,
    servicePrefix,
    endpointPort: mailSide.endpoint.port,
  });
  return {
    siteUrl: site.url,
    endpointUrl: new URL(`${servicePrefix}/contact_process.php`, site.url).href,
    inboxUrl: mailSide.inbox.url,
    stopMailServer: mailSide.inbox.stop,
    env: mailSide.env,
    stop: async () => {
      await Promise.all([site.stop(), mailSide.stop()]);
    },
  };
}
