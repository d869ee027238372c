import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Manifest } from './build.ts';
import { DeployError, isCertificate, messageOf } from './deployError.ts';
import type { Clock } from './lock.ts';
import type { Target } from './settings.ts';

const TRIES = 10;
const PATIENCE = 120_000;

interface Finding {
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

  /**
   * Asks for a file that is in the document root for a moment.
   * @returns whether another installation answers
   * @throws {DeployError} if the check cannot work, because SITE_URL redirects or asks for a password
   */
  async isElsewhere(path: string, content: string, say: (line: string) => void): Promise<boolean> {
    const ask = () => this.#ask(`${this.origin}/${path}?${content}`);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask().catch((error: unknown) => {
        if (this.#target.checkAddress === undefined) return undefined;
        if (!isCertificate(error)) throw new DeployError(this.#silence(error));
        // a new host gets its certificate when the name leads to it
        this.#isVerified = false;
        say(
          `${this.#target.checkAddress} has no valid certificate for ${this.origin} (${messageOf(error)}). The check goes on without verifying it, and sends it no password.`,
        );
        return ask();
      });
      if (answer === undefined || answer.body.includes(content)) return false;
      this.#requireDirect(answer);
      if (attempt === 3) return answer.status === 200 || answer.status === 404;
      await this.#clock.wait(1000);
    }
  }

  #requireDirect({ status, location }: { status: number; location: string | undefined }): void {
    const to = location && status >= 300 ? new URL(location, this.origin).origin : this.origin;
    if (to !== this.origin) {
      throw new DeployError(
        `SITE_URL redirects to ${to}: set it to ${to}. If that is another site, because the name does not lead to your host yet, set DEPLOY_CHECK_ADDRESS.`,
      );
    }
    if (status !== 401) return;
    throw new DeployError(
      this.#target.checkLogin === undefined
        ? `${this.origin} asks for a password (401): set DEPLOY_CHECK_LOGIN=user:password in .env, for the check.`
        : `${this.origin} does not accept DEPLOY_CHECK_LOGIN (401): correct it in .env.`,
    );
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

  /**
   * Tells what remains to be done.
   * @param before the findings before the switch
   * @returns a problem that was not there before; undefined if there is none
   */
  async newProblem(
    before: readonly Finding[] | undefined,
    say: (line: string) => void,
  ): Promise<string | undefined> {
    const { checkAddress, checkLogin } = this.#target;
    const after = await this.problems();
    if (after === undefined) {
      say(
        `The status page was not asked: ${checkLogin === undefined ? 'set HEALTH_TOKEN in .env as in private/.env.' : 'it cannot be asked behind a password.'}`,
      );
      return undefined;
    }
    if (checkAddress === undefined) {
      const known = before?.map(gist) ?? after.map(gist);
      const problem = after.find((one) => !known.includes(gist(one)));
      if (problem !== undefined)
        return `The status page has a new problem: ${problem.what} ${problem.fix}`;
    } else if (after.length > 0) {
      // the status page asks SITE_URL, where another host may answer
      say('What follows about the live site is true of the host to which its name leads now.');
    }
    for (const { what, fix } of after) say(`To do: ${what} ${fix}`);
    return undefined;
  }

  /** @returns why the live site does not work; undefined if it does */
  async fault(
    { release, files }: Manifest,
    renew: () => Promise<void>,
  ): Promise<string | undefined> {
    const tried = (work: Promise<string | undefined>) =>
      work.catch((error: unknown) => this.#silence(error));
    let fault = await tried(this.#faultOfRelease(release));
    for (let attempt = 1; attempt < TRIES && fault !== undefined; attempt += 1) {
      await renew();
      await this.#clock.wait(1000);
      fault = await tried(this.#faultOfRelease(release));
    }
    return (
      fault ?? (await tried(this.#faultOfPages(Object.keys(files)))) ?? tried(this.#faultOfProbes())
    );
  }

  async #faultOfRelease(release: string): Promise<string | undefined> {
    const address = `${this.endpoint}/contact_health.php`;
    const { status, body } = await this.#ask(address);
    if (body.includes(`"release":"${release}"`)) return undefined;
    return `${address} answers ${status} ${body.slice(0, 200)}, and not release ${release}. ${adviceFor(status, body)}`;
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

  async #faultOfPages(files: readonly string[]): Promise<string | undefined> {
    for (const file of files) {
      const [, page] = /^www(\/.+)\/index\.html$/.exec(file) ?? [];
      if (page === undefined) continue;
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
