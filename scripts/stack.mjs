// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Where enquiries wait on this computer. */
const dataFolder = `${root}server/data`;

/**
 * The endpoint under PHP's own web server, and the worker that delivers what waits.
 * @param {number} smtpPort where its mail goes
 * @param {Record<string, string>} [settings] keys of .env.example that differ
 */
export async function startEndpoint(smtpPort, settings = {}) {
  const env = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_ENCRYPTION: 'none',
    SMTP_USERNAME: '',
    SMTP_PASSWORD: '',
    MAIL_FROM: 'website@kokerboom.example',
    MAIL_TO: 'sales@kokerboom.example',
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    ...settings,
  };
  const endpoint = await startProcess(
    'php',
    [
      ...['-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'expose_php=0'],
      ...['-S', '127.0.0.1:0', '-t', `${root}server/public`],
    ],
    {
      ready: /Development Server \(http:\/\/127\.0\.0\.1:(\d+)\) started/,
      env: { PHP_CLI_SERVER_WORKERS: '4', ...env },
    },
  );
  const worker = await startProcess('php', [`${root}server/console`, 'work'], {
    ready: /Delivering what is due/,
    env,
  });
  return {
    port: Number(endpoint.match[1]),
    stop: async () => {
      await Promise.all([endpoint.stop(), worker.stop()]);
    },
  };
}

/**
 * The whole product on this computer: built site, endpoint, mail server.
 * @param {{ port?: number, inboxPort?: number, isolated?: boolean }} [options] port 0 takes any free
 *   one; an isolated stack, for tests, has a data folder of its own and no limit on requests
 */
export async function startStack({ port = 0, inboxPort = 0, isolated = false } = {}) {
  const { servicePrefix } = readEnvironment();
  const folder = isolated ? mkdtempSync(`${tmpdir()}/website-`) : undefined;
  const settings = folder === undefined ? {} : { DATA_DIR: folder, RATE_LIMIT: '1000000' };
  const inbox = await startInbox(inboxPort);
  const endpoint = await startEndpoint(inbox.smtpPort, settings);
  const site = await startSiteServer({ port, servicePrefix, endpointPort: endpoint.port });
  return {
    siteUrl: site.url,
    endpointUrl: new URL(`${servicePrefix}/contact_process.php`, site.url).href,
    inboxUrl: inbox.url,
    stopMailServer: inbox.stop,
    stop: async () => {
      await Promise.all([site.stop(), endpoint.stop(), inbox.stop()]);
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
