// @ts-check
import { fileURLToPath } from 'node:url';
import { readEnvironment, root } from './environment.mjs';
import { freePort, isPortFree, startProcess } from './processes.mjs';
import { startSiteServer } from './site-server.mjs';

/**
 * A local mail server that delivers to nobody, with a web inbox.
 * @param {number} preferredPort the inbox moves to a free port when this one is taken
 */
export async function startInbox(preferredPort) {
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
 * The endpoint under PHP's own web server.
 * @param {number} smtpPort where its mail goes
 */
export async function startEndpoint(smtpPort) {
  const { match, stop } = await startProcess(
    'php',
    [
      ...['-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'expose_php=0'],
      ...['-S', '127.0.0.1:0', '-t', `${root}server/public`],
    ],
    {
      // what is left are the lines of PHP's error log
      unheard: /Development Server|127\.0\.0\.1:\d+ (?:Accepted|Closing|\[\d+\])/,
      ready: /Development Server \(http:\/\/127\.0\.0\.1:(\d+)\) started/,
      env: {
        PHP_CLI_SERVER_WORKERS: '4',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(smtpPort),
        SMTP_ENCRYPTION: 'none',
        SMTP_USERNAME: '',
        SMTP_PASSWORD: '',
        SMTP_CA_FILE: '',
        SMTP_TIMEOUT: '',
        MAIL_FROM: 'website@kokerboom.example',
        MAIL_TO: 'sales@kokerboom.example',
      },
    },
  );
  return { port: Number(match[1]), stop };
}

/**
 * The whole product on this computer: built site, endpoint, mail server.
 * @param {{ port?: number, inboxPort?: number }} [ports] 0 takes any free port
 */
export async function startStack({ port = 0, inboxPort = 0 } = {}) {
  const { servicePrefix } = readEnvironment();
  const inbox = await startInbox(inboxPort);
  const endpoint = await startEndpoint(inbox.smtpPort);
  const site = await startSiteServer({ port, servicePrefix, endpointPort: endpoint.port });
  return {
    siteUrl: site.url,
    endpointUrl: new URL(`${servicePrefix}/contact_process.php`, site.url).href,
    inboxUrl: inbox.url,
    stopMailServer: inbox.stop,
    stop: async () => {
      await Promise.all([site.stop(), endpoint.stop(), inbox.stop()]);
    },
  };
}
