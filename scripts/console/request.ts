import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { sha256 } from '../deploy/build.ts';
import type { Connection } from '../deploy/connection.ts';
import { CONNECTING, DeployError, messageOf, StoppedError } from '../deploy/deployError.ts';
import type { Output } from '../deploy/output.ts';
import { requireOwn } from '../deploy/owner.ts';
import type { Target } from '../deploy/settings.ts';

/** How long a command may be silent, in milliseconds. */
const PATIENCE = 600_000;

export interface Command {
  readonly arguments: readonly string[];
  readonly columns: number;
  readonly isDecorated: boolean;
  /** The fingerprint of the question that the operator agreed to; empty at first. */
  readonly confirmed: string;
}

/** The account, the site, and how to get there. */
export interface Host {
  readonly target: Target;
  readonly open: () => Promise<Connection>;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
}

export const STOPPED = 'you stopped waiting';

/** The host may have carried the command out. */
export class UnknownOutcome extends DeployError {
  readonly exitCode = 3;

  constructor(error: unknown) {
    super(
      `The end of the command did not arrive: ${messageOf(error)}. So it is not known whether the host carried it out. It was not sent again. First look at the outcome (list, show or status), then decide whether to run it again.`,
    );
  }
}

/** @throws {DeployError} if the pass would be readable on its way, or cannot be sent */
export function requireSafe({ checkOrigin, checkLogin }: Target): void {
  const { protocol, hostname, origin } = new URL(checkOrigin);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isLoopback) {
    throw new DeployError(
      `${origin} is not encrypted, and the command needs HTTPS: set SITE_URL, or DEPLOY_CHECK_ADDRESS, in the repository’s .env to an address that begins with https://.`,
    );
  }
  if (checkLogin !== undefined) throw behindPassword(origin);
}

const behindPassword = (origin: string) =>
  new DeployError(
    `${origin} is behind a password, so npm run console cannot reach the host: one request cannot have two logins. Nothing was done.`,
  );

/** Sends a command with a new pass, which is removed when the answer begins. @returns the answer, if it is the host's */
export async function send(host: Host, command: Command): Promise<IncomingMessage> {
  const { target, output } = host;
  const open = () => connected(host);
  const connection = await open();
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
  // firewalls refuse JSON, and words
  const body = `request=${Buffer.from(JSON.stringify(command)).toString('base64url')}`;
  const file = `${target.private}/console-${id}.pass`;
  let isLeft = false;
  try {
    await requireOwn(connection, target, false);
    isLeft = true;
    // with the body, so that a proxy that saw both can run no other command
    await connection.write(file, sha256(secret + body));
    return await post(host, `console.${id}.${secret}`, body);
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError(`The pass cannot be left in ${target.private}: ${messageOf(error)}. Nothing was done.`);
  } finally {
    // the connection may have been lost while the command ran
    const anew = async () => {
      const other = await open();
      await other.remove(file);
      other.close();
    };
    if (isLeft) {
      await connection
        .remove(file)
        .catch(anew)
        .catch(() =>
          output.say(`${file} may still be there. It is worthless after ten minutes. Delete it on the host.`),
        );
    }
    connection.close();
  }
}

async function connected({ open, target: { host, port } }: Host): Promise<Connection> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError(`${host}:${port}: ${messageOf(error)}. ${CONNECTING} Nothing was done.`);
  }
}

async function post({ target, stop }: Host, pass: string, body: string): Promise<IncomingMessage> {
  const { host, hostname } = new URL(target.siteUrl);
  const url = new URL(`${target.servicePrefix}/contact_work.php`, target.checkOrigin);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  let isSent = false;
  try {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      // whatever NODE_TLS_REJECT_UNAUTHORIZED says
      rejectUnauthorized: true,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      signal: stop,
      headers: {
        ...{ Host: host, 'User-Agent': 'website-console', 'Accept-Encoding': 'identity' },
        Authorization: `Bearer ${pass}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    });
    sent.once('finish', () => {
      isSent = true;
    });
    sent.on('error', () => {});
    sent.setTimeout(PATIENCE, () => sent.destroy(new Error('nothing arrived for ten minutes')));
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode === 200) return answer;
    throw refusal(answer, await text(answer), target);
  } catch (error) {
    if (error instanceof DeployError) throw error;
    if (isSent) throw new UnknownOutcome(stop.aborted ? STOPPED : error);
    if (stop.aborted) throw new StoppedError('Stopped. Nothing was changed.');
    throw new DeployError(`${url.origin} does not answer: ${messageOf(error)}. Nothing was done.`);
  }
}

function refusal({ statusCode: status = 0, headers }: IncomingMessage, body: string, target: Target): DeployError {
  const { checkOrigin: origin, private: folder } = target;
  const shown = `${origin} answers ${status} (${body.trim().replace(/\s+/g, ' ').slice(0, 100)})`;
  const login = headers['www-authenticate'] ?? '';
  if (status < 300 || status >= 500) return new UnknownOutcome(shown);
  if (status < 400) {
    return new DeployError(
      `${origin} redirects to ${headers.location}. Set SITE_URL in the repository’s .env to the address where visitors end up. Nothing was done.`,
    );
  }
  if (login === 'Bearer') {
    return new DeployError(
      `${origin} did not accept the pass that was left in ${folder}. Either the site uses another folder (DEPLOY_URL, DEPLOY_WWW and DEPLOY_PRIVATE in the repository’s .env), or the name leads to another machine (set DEPLOY_CHECK_ADDRESS), or the clocks of the host’s file server and PHP differ. Nothing was done.`,
    );
  }
  if (body.includes('HEALTH_TOKEN')) {
    return new DeployError(
      `${origin} does not know this command. Either the release there is older: run npm run deploy first. Or its web server hides the pass from PHP: upload www/.htaccess, and let Apache read it (AllowOverride All). Nothing was done.`,
    );
  }
  if (/^(?:Basic|Digest)\b/i.test(login)) return behindPassword(origin);
  return new DeployError(
    `${shown}. Correct SERVICE_PREFIX in the repository’s .env if contact_work.php has another address. If not, a firewall or proxy in front of PHP may refuse the request. Nothing was done.`,
  );
}
