import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Manifest, Places } from './build.ts';
import type { Connection } from './connection.ts';
import type { Run } from './deploy.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';

const PROBE = 'deploy-probe.txt';
const TRIES = 10;
/** The status page asks mail servers. */
const PATIENCE = 120_000;
/** How the status page begins when the settings or the database let no enquiry in (HealthCheck.php). */
const NOTHING_ACCEPTED = 'No enquiry can be accepted';

/** The live site, asked at DEPLOY_CHECK_ADDRESS or where its name leads. */
export class Site {
  /** SITE_URL. */
  readonly origin: string;
  /** SITE_URL and SERVICE_PREFIX. */
  readonly endpoint: string;
  /** HEALTH_TOKEN. */
  token: string | undefined;
  readonly #target: Target;
  readonly #say: (line: string) => void;
  #isVerified = true;

  constructor(target: Target, token: string | undefined, say: (line: string) => void) {
    this.origin = target.siteUrl;
    this.endpoint = target.siteUrl + target.servicePrefix;
    this.token = token;
    this.#target = target;
    this.#say = say;
  }

  /** Follows no redirects. */
  async #ask(address: string, headers: Record<string, string> = {}, body?: string) {
    const { hostname, host, protocol, pathname, search } = new URL(address);
    const { checkAddress = address, checkLogin } = this.#target;
    const at = /^https?:/.test(checkAddress) ? checkAddress : `${protocol}//${checkAddress}`;
    const asked = new URL(pathname + search, at);
    const login = checkLogin && this.#isVerified && Buffer.from(checkLogin).toString('base64');
    const request = asked.protocol === 'https:' ? requestHttps : requestHttp;
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      rejectUnauthorized: this.#isVerified,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        ...{ Host: host, 'User-Agent': 'website-deploy', 'Cache-Control': 'no-cache' },
        // as a balancer that ends TLS
        ...(protocol !== asked.protocol && { 'X-Forwarded-Proto': protocol.slice(0, -1) }),
        ...(login && { Authorization: `Basic ${login}` }),
        ...headers,
      },
    };
    const sent = request(asked, options).end(body);
    // a connection that is lost after the head also ends the body
    sent.on('error', () => {});
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: answered } = answer;
    return { status, body: await text(answer), location: answered.location };
  }

  /**
   * Puts a file into the document root for a moment, and asks the site for it.
   * @throws {DeployError} if the check of a release could not work
   */
  async requireServed(connection: Connection, { documentRoot }: Places): Promise<void> {
    const { checkAddress, checkLogin, host } = this.#target;
    const content = randomBytes(16).toString('hex');
    await connection.write(`${documentRoot}/${PROBE}`, content);
    const asked = this.#askFirst(`${this.origin}/${PROBE}?${content}`);
    const { status, body, location } = await asked.finally(() => connection.remove(`${documentRoot}/${PROBE}`));
    if (body.includes(content)) return;
    const to = location && status >= 300 ? new URL(location, this.origin).origin : this.origin;
    if (to !== this.origin) {
      throw new DeployError(
        `SITE_URL redirects to ${to}: set it to ${to}. If that is another site, because the name does not lead to your host yet, set DEPLOY_CHECK_ADDRESS.`,
      );
    }
    if (status === 401) {
      throw new DeployError(
        checkLogin === undefined
          ? `${this.origin} asks for a password (401): set DEPLOY_CHECK_LOGIN=user:password in .env, for the check.`
          : `${this.origin} does not accept DEPLOY_CHECK_LOGIN (401): correct it in .env.`,
      );
    }
    // a site that does not work may be the reason for the deployment
    if (status !== 200 && status !== 404) return;
    throw new DeployError(
      `Another installation answers at ${checkAddress ?? this.origin}: it does not serve ${documentRoot} of ${host}.
  - If the name does not lead to this host yet, or another machine answers behind a balancer, set DEPLOY_CHECK_ADDRESS
    to the address of this host’s web server, such as DEPLOY_CHECK_ADDRESS=${host}. Then run the same command again.
  - If the name leads to this host, correct DEPLOY_WWW: it is not the document root of ${this.origin}.
Nothing was uploaded.`,
    );
  }

  async #askFirst(address: string) {
    const { checkAddress } = this.#target;
    try {
      return await this.#ask(address);
    } catch (error) {
      if (checkAddress === undefined || !isCertificate(error)) throw new DeployError(this.#silence(error));
      // a new host gets its certificate when the name leads to it
      this.#isVerified = false;
      this.#say(
        `${checkAddress} has no valid certificate for ${this.origin} (${messageOf(error)}). The check goes on without verifying it, and sends it no password.`,
      );
      return this.#ask(address);
    }
  }

  /**
   * Lists the other findings of the status page: the mail server, the queue and the worker are no part of the release.
   * @returns why the release does not work; undefined if it does
   */
  async fault(manifest: Manifest, wait: Run['wait']): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const fault = await this.#faultOf(manifest).catch((error) => this.#silence(error));
      if (fault === undefined) return this.#tellStatus();
      if (attempt === TRIES) return fault;
      await wait(1000);
    }
  }

  async #faultOf({ release, files }: Manifest): Promise<string | undefined> {
    const health = `${this.endpoint}/contact_health.php`;
    const { status, body } = await this.#ask(health);
    if (!body.includes(`"release":"${release}"`)) {
      return `${health} answers ${status} ${body.slice(0, 200)}, and not release ${release}. ${adviceFor(status, body)}`;
    }
    for (const file of Object.keys(files)) {
      const [, page] = /^www(\/.+)\/index\.html$/.exec(file) ?? [];
      if (page === undefined) continue;
      const { status, body } = await this.#ask(this.origin + page);
      if (status !== 200) return `${this.origin}${page} answers ${status}. ${adviceFor(status, body)}`;
    }
    // an invalid enquiry must reach the endpoint and be rejected by it
    const address = `${this.endpoint}/contact_process.php`;
    const probes = { 'application/json': '{}', 'application/x-www-form-urlencoded': 'name=' };
    for (const [type, body] of Object.entries(probes)) {
      const { status } = await this.#ask(address, { 'Content-Type': type }, body);
      if (status !== 422 && status !== 429) {
        return `${address} answers ${status} to an invalid enquiry (${type}), and not 422.`;
      }
    }
    return undefined;
  }

  async #tellStatus(): Promise<string | undefined> {
    const problems = await this.#problems();
    if (problems === undefined) {
      this.#say(
        `The status page was not asked: ${this.#target.checkLogin === undefined ? 'set HEALTH_TOKEN in .env as in private/.env.' : 'it cannot be asked behind a password.'}`,
      );
    } else if (problems.length > 0 && this.#target.checkAddress !== undefined) {
      // the status page asks SITE_URL, where another host may answer
      this.#say('What follows about the live site is true of the host to which its name leads now.');
    }
    for (const { what, fix } of problems ?? []) this.#say(`To do: ${what} ${fix}`);
    return problems?.find(({ what }) => what.startsWith(NOTHING_ACCEPTED))?.what;
  }

  /** The findings of doctor on the live site. Undefined if the status page cannot be read. */
  async #problems(): Promise<{ what: string; fix: string }[] | undefined> {
    if (this.token === undefined || !this.#isVerified) return undefined;
    const headers = { Accept: 'application/json', Authorization: `Bearer ${this.token}` };
    try {
      const { status, body } = await this.#ask(`${this.endpoint}/contact_status.php`, headers);
      return status === 200 ? JSON.parse(body).problems : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns what it means that nobody answers */
  #silence(error: unknown): string {
    const { checkAddress } = this.#target;
    const advice =
      checkAddress === undefined
        ? 'If the name does not lead to this host yet, set DEPLOY_CHECK_ADDRESS to the address of its web server.'
        : 'Correct DEPLOY_CHECK_ADDRESS. Begin it with http:// if the web server has no HTTPS.';
    return `${checkAddress ?? this.origin} does not answer: ${messageOf(error).trim()}. ${isCertificate(error) ? 'Set up HTTPS for the name in the host’s panel.' : advice}`;
  }
}

/** Whether Node refused a TLS certificate. */
const isCertificate = (error: unknown) => /CERT|SIGNATURE/.test(String(codeOf(error)));

function adviceFor(status: number, body: string): string {
  if (body.includes('"release":"'))
    return 'Another machine or another installation may answer: set DEPLOY_CHECK_ADDRESS to the address of this host. Or PHP keeps old files (opcache): restart it.';
  if (status === 403)
    return 'The web server may not read the files: on the host, give folders the permission 755 and files 644.';
  return 'See the error logs of PHP and the web server.';
}
