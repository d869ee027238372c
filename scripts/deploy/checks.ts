import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { DeployError, isCertificate, messageOf } from './deployError.ts';
import type { Clock } from './lock.ts';
import type { Target } from './settings.ts';

const TRIES = 10;
const PATIENCE = 120_000;

export interface Finding {
  readonly what: string;
  readonly fix: string;
}

/** The live site, asked at DEPLOY_CHECK_ADDRESS or where its name leads. */
export class Site {
  readonly origin: string;
  /** SITE_URL and SERVICE_PREFIX. */
  readonly endpoint: string;
  /** HEALTH_TOKEN. */
  token: string | undefined;
  readonly #target: Target;
  readonly #clock: Clock;
  #isVerified = true;

  constructor(target: Target, token: string | undefined, clock: Clock) {
    this.origin = target.siteUrl;
    this.endpoint = target.siteUrl + target.servicePrefix;
    this.token = token;
    this.#target = target;
    this.#clock = clock;
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

  /** @throws {DeployError} if the check cannot work: SITE_URL redirects or asks for a password */
  async requireDirect(say: (line: string) => void): Promise<void> {
    const { checkAddress, checkLogin } = this.#target;
    const answer = await this.#ask(`${this.origin}/`).catch((error: unknown) => {
      if (checkAddress === undefined) return undefined;
      if (!isCertificate(error))
        throw new DeployError(`${this.#silence(error)} Nothing was uploaded.`);
      // a new host gets its certificate when the name leads to it
      this.#isVerified = false;
      say(
        `${checkAddress} has no valid certificate for ${this.origin} (${messageOf(error)}). The check goes on without verifying it, and sends it no password.`,
      );
      return this.#ask(`${this.origin}/`).catch(() => undefined);
    });
    const moved = answer?.location ? new URL(answer.location, this.origin) : undefined;
    // Apache behind a balancer that ends TLS redirects to http:
    if (moved && checkAddress?.startsWith('http:'))
      moved.protocol = this.origin.split(':')[0] ?? '';
    const to = moved?.origin;
    if (answer && answer.status >= 300 && answer.status < 400 && to && to !== this.origin) {
      throw new DeployError(
        `SITE_URL redirects to ${to}: set it to ${to}. If that is another site, because the name does not lead to your host yet, set DEPLOY_CHECK_ADDRESS.`,
      );
    }
    if (answer?.status === 401) {
      throw new DeployError(
        checkLogin === undefined
          ? `${this.origin} asks for a password (401): set DEPLOY_CHECK_LOGIN=user:password in .env, for the check.`
          : `${this.origin} does not accept DEPLOY_CHECK_LOGIN (401): correct it in .env.`,
      );
    }
  }

  /** Whether it serves a file that is in the document root. Undefined if its answer does not tell. */
  async serves(path: string, content: string): Promise<boolean | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const address = `${this.origin}/${path}?${content}`;
      const answer = await this.#ask(address).catch(() => undefined);
      if (answer?.body.includes(content)) return true;
      const isOther = answer?.status === 200 || answer?.status === 404;
      if (attempt === 3) return isOther ? false : undefined;
      await this.#clock.wait(1000);
    }
  }

  /** The findings of doctor on the live site. Undefined if the status page cannot be read. */
  async problems(): Promise<Finding[] | undefined> {
    if (this.token === undefined || !this.#isVerified) return undefined;
    const headers = { Accept: 'application/json', Authorization: `Bearer ${this.token}` };
    try {
      const { status, body } = await this.#ask(`${this.endpoint}/contact_status.php`, headers);
      return status === 200 ? JSON.parse(body).problems : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param pages paths of addresses @returns why the live site does not work; undefined if it does */
  async fault(
    release: string,
    pages: readonly string[],
    renew: () => Promise<void>,
  ): Promise<string | undefined> {
    let fault = await this.#faultOfRelease(release);
    for (let attempt = 1; attempt < TRIES && fault !== undefined; attempt += 1) {
      await renew();
      await this.#clock.wait(1000);
      fault = await this.#faultOfRelease(release);
    }
    if (fault !== undefined) return fault;
    try {
      return (await this.#faultOfPages(pages)) ?? (await this.#faultOfProbes());
    } catch (error) {
      return this.#silence(error);
    }
  }

  async #faultOfRelease(release: string): Promise<string | undefined> {
    const address = `${this.endpoint}/contact_health.php`;
    try {
      const { status, body } = await this.#ask(address);
      if (body.includes(`"release":"${release}"`)) return undefined;
      const said = `${address} answers ${status} ${body.slice(0, 200)}, and not release ${release}.`;
      return `${said} ${adviceFor(status, body)}`;
    } catch (error) {
      return this.#silence(error);
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

  async #faultOfPages(pages: readonly string[]): Promise<string | undefined> {
    for (const page of pages) {
      const { status, body } = await this.#ask(this.origin + page);
      if (status !== 200)
        return `${this.origin}${page} answers ${status}. ${adviceFor(status, body)}`;
    }
    return undefined;
  }

  /** An invalid enquiry must reach the endpoint and be rejected by it. */
  async #faultOfProbes(): Promise<string | undefined> {
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
}

function adviceFor(status: number, body: string): string {
  if (body.includes('"release":"'))
    return 'Another machine or another installation may answer: set DEPLOY_CHECK_ADDRESS to the address of this host. Or PHP keeps old files (opcache): restart it.';
  if (status === 401) return 'The site asks for a password: set DEPLOY_CHECK_LOGIN.';
  if (status === 403)
    return 'The web server may not read the files: on the host, give folders the permission 755 and files 644.';
  return 'See the error logs of PHP and the web server.';
}

/** Numbers and the names of releases differ from check to check. */
const gist = ({ what }: Finding) => what.replaceAll(/\b[0-9a-f]{12}\b|\d+/g, '#');

export function newProblems(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(gist));
  return after.filter((problem) => !known.has(gist(problem)));
}
