import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Manifest } from './build.ts';
import type { Connection } from './connection.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

const PROBE = 'deploy-probe.txt';
const TRIES = 10;
/** The status page asks mail servers. */
const PATIENCE = 120_000;
/** A firewall may answer nothing at all. */
const OF_VISITORS = 15_000;
/** How the finding begins when no enquiry can be stored (Checkup.php). */
const NOTHING_ACCEPTED = 'No enquiry can be accepted';

type Around = Pick<Surroundings, 'variables' | 'output' | 'wait'> & { readonly target: Target };

/** The live site, asked at DEPLOY_CHECK_ADDRESS or where its name leads. */
export class LiveSite {
  readonly #run: Around;
  #isVerified = true;

  constructor(run: Around) {
    this.#run = run;
  }

  /** Follows no redirects. @param path with which SITE_URL goes on @param origin where visitors ask, if not the host */
  async #ask(path: string, headers: Record<string, string> = {}, body?: string, origin?: string) {
    const { checkLogin, checkOrigin } = this.#run.target;
    const { hostname, host, protocol } = new URL(this.#run.target.siteUrl);
    const asked = new URL(path, origin ?? checkOrigin);
    const isVerified = this.#isVerified || origin !== undefined;
    const request = asked.protocol === 'https:' ? requestHttps : requestHttp;
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      auth: isVerified && (asked.protocol === protocol || origin === undefined) ? checkLogin : undefined,
      rejectUnauthorized: isVerified,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      signal: AbortSignal.timeout(origin === undefined ? PATIENCE : OF_VISITORS),
      headers: {
        ...{ Host: host, 'User-Agent': 'website-deploy', 'Cache-Control': 'no-cache' },
        // as a balancer that ends TLS
        ...(origin === undefined && protocol !== asked.protocol && { 'X-Forwarded-Proto': protocol.slice(0, -1) }),
        ...headers,
      },
    };
    const sent = request(asked, options).end(body);
    // a connection that is lost after the head also ends the body
    sent.on('error', () => {});
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await text(answer), location: answer.headers.location };
  }

  /** Asks for a file in the document root. @throws {DeployError} if the check of a release could not work */
  async requireServed(connection: Connection): Promise<void> {
    const { siteUrl, documentRoot, checkAddress, host } = this.#run.target;
    const content = randomBytes(16).toString('hex');
    await connection.write(`${documentRoot}/${PROBE}`, content);
    const asked = this.#askFirst(`/${PROBE}?${content}`);
    const { status, body, location } = await asked.finally(() => connection.remove(`${documentRoot}/${PROBE}`));
    // other pages may name the address that was asked
    if (body === content) return;
    const to = location && status >= 300 ? new URL(location, siteUrl).origin : siteUrl;
    if (to !== siteUrl) {
      throw new DeployError(
        `SITE_URL redirects to ${to}: set it to ${to}. If that is another site, because the name does not lead to your host yet, set DEPLOY_CHECK_ADDRESS.`,
      );
    }
    if (status === 401) {
      throw new DeployError(
        `${siteUrl} asks for a password (401): set DEPLOY_CHECK_LOGIN=user:password in .env, or correct it there.`,
      );
    }
    // a site that does not work may be the reason for the deployment
    if (status !== 200 && status !== 404) return;
    throw new DeployError(
      `Another installation answers at ${checkAddress ?? siteUrl}: it does not serve ${documentRoot} of ${host}.
  - If the name does not lead to this host yet, or another machine answers behind a balancer, set DEPLOY_CHECK_ADDRESS
    to the address of this host’s web server, such as DEPLOY_CHECK_ADDRESS=${host}. Then run the same command again.
  - If the name leads to this host, correct DEPLOY_WWW: it is not the document root of ${siteUrl}.
Nothing was uploaded.`,
    );
  }

  /** A folder in the document root must be hidden before secrets are in it. @throws {DeployError} if it is not */
  async requireHidden(connection: Connection): Promise<void> {
    const { documentRoot, private: folder } = this.#run.target;
    if (!folder.startsWith(`${documentRoot}/`)) return;
    const content = randomBytes(16).toString('hex');
    await connection.write(`${folder}/${PROBE}`, content);
    const asked = this.#ask(`${folder.slice(documentRoot.length)}/${PROBE}`);
    const { body } = await asked.finally(() => connection.remove(`${folder}/${PROBE}`));
    if (!body.includes(content)) return;
    throw new DeployError(
      `Visitors can read ${folder}, because the web server does not read its .htaccess. Let Apache read it (AllowOverride All), use nginx/site.conf, or set DEPLOY_PRIVATE to a folder beside the document root. No settings were uploaded.`,
    );
  }

  async #askFirst(path: string) {
    const { siteUrl, checkAddress } = this.#run.target;
    try {
      return await this.#ask(path);
    } catch (error) {
      if (checkAddress === undefined || !isCertificate(error)) throw new DeployError(this.#silence(error));
      // a new host gets its certificate when the name leads to it
      this.#isVerified = false;
      this.#run.output.say(
        `${checkAddress} has no valid certificate for ${siteUrl} (${messageOf(error)}). The check goes on without verifying it, and sends it no password.`,
      );
      return this.#ask(path);
    }
  }

  /** @returns why the release does not work; undefined if it does */
  async fault(manifest: Manifest): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const fault = await this.#faultOf(manifest).catch((error) => this.#silence(error));
      if (fault === undefined) return this.#tellStatus();
      if (attempt === TRIES) return fault;
      await this.#run.wait(1000);
    }
  }

  async #faultOf({ release, files }: Manifest): Promise<string | undefined> {
    const { siteUrl, servicePrefix, www } = this.#run.target;
    const health = `${servicePrefix}/contact_health.php`;
    const { status, body } = await this.#ask(health);
    if (!body.includes(`"release":"${release}"`)) {
      return `${siteUrl}${health} answers ${status} ${body.replace(/\s+/g, ' ').slice(0, 150)}, and not release ${release}. ${adviceFor(status, body, www)}`;
    }
    const served = (pattern: RegExp) => Object.keys(files).flatMap((file) => pattern.exec(file)?.[1] ?? []);
    for (const page of served(/^www(\/.+)\/index\.html$/)) {
      const { status, body } = await this.#ask(page);
      if (status !== 200) return `${siteUrl}${page} answers ${status}. ${adviceFor(status, body, www)}`;
    }
    for (const script of served(/^www(\/.*_process\.php)$/)) {
      const fault = await this.#formFault(script);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** An invalid enquiry must reach the endpoint and be rejected by it. */
  async #formFault(script: string): Promise<string | undefined> {
    const probes = { 'application/json': '{}', 'application/x-www-form-urlencoded': 'name=' };
    for (const [type, body] of Object.entries(probes)) {
      const { status } = await this.#ask(script, { 'Content-Type': type }, body);
      if (status !== 422 && status !== 429) {
        return `${this.#run.target.siteUrl}${script} answers ${status} to an invalid enquiry (${type}), and not 422.`;
      }
    }
    return undefined;
  }

  /** Lists the findings of the status page, such as a failing mail server. @returns the one that stops enquiries */
  async #tellStatus(): Promise<string | undefined> {
    const { toDo } = this.#run.output;
    // its login and the site's would need the same header
    if (this.#run.target.checkLogin !== undefined) return undefined;
    const problems = await this.#problems().catch(() => undefined);
    if (problems === undefined) {
      toDo('The status page was not read: it needs HEALTH_TOKEN in .env as in private/.env, and a valid certificate.');
    }
    for (const { what, fix } of problems ?? []) toDo(`${what} ${fix}`);
    return problems?.find(({ what }) => what.startsWith(NOTHING_ACCEPTED))?.what;
  }

  /** Asks for the site as visitors do. @returns whether its name leads to this release */
  async tellVisitors({ release, files, settings }: Manifest): Promise<boolean> {
    const { siteUrl, servicePrefix, checkAddress, checkOrigin, toHttps } = this.#run.target;
    const { toDo } = this.#run.output;
    const health = `${servicePrefix}/contact_health.php`;
    const asked = async (path: string, origin: string, body?: string) =>
      this.#ask(path, { 'Content-Type': 'application/json' }, body, origin).catch(() => undefined);
    const isAtName =
      checkAddress === undefined || (await asked(health, siteUrl))?.body.includes(`"release":"${release}"`) === true;
    if (!isAtName) {
      toDo(
        `Visitors of ${siteUrl} do not see this release: the name leads elsewhere. Change its DNS record, then remove DEPLOY_CHECK_ADDRESS from .env. Until then, what this list says about the live site is about the other host. Behind a balancer, deploy to each machine.`,
      );
    }
    const { hostname, protocol } = new URL(isAtName ? siteUrl : checkOrigin);
    if (protocol !== 'https:') return isAtName;
    const [page = '/', script = ''] = [/^www(\/.+)\/index\.html$/, /^www(\/.*_process\.php)$/].map(
      (pattern) => Object.keys(files).flatMap((file) => pattern.exec(file)?.[1] ?? [])[0],
    );
    const plain = `http://${hostname}`;
    const open = [
      ...((await asked(page, plain))?.status === 200 ? ['the site'] : []),
      ...([422, 429].includes((await asked(script, plain, '{}'))?.status ?? 0) ? ['its form'] : []),
    ];
    if (open.length > 0) {
      toDo(
        `Without encryption, at ${plain}, ${open.join(' and ')} can be used too: others on the network can read along. ${
          settings['REDIRECT_TO_HTTPS'] === 'yes'
            ? 'REDIRECT_TO_HTTPS is set and has no effect. Let Apache use mod_rewrite, or reload nginx with nginx/site.conf.'
            : toHttps
              ? 'This release was built without REDIRECT_TO_HTTPS, which .env has. To get the redirect back, deploy a build of today.'
              : `Switch on the redirect to HTTPS in the host’s panel. Or set REDIRECT_TO_HTTPS=yes in .env, and run: npm run deploy -- --new-settings`
        }`,
      );
    }
    return isAtName;
  }

  /** Undefined if the status page cannot be read. */
  async #problems(): Promise<{ what: string; fix: string }[] | undefined> {
    const token = this.#run.variables['HEALTH_TOKEN'];
    if (!token || !this.#isVerified) return undefined;
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const { status, body } = await this.#ask(`${this.#run.target.servicePrefix}/contact_work.php?doctor`, headers);
    return status === 200 ? JSON.parse(body).problems : undefined;
  }

  /** @returns what it means that nobody answers */
  #silence(error: unknown): string {
    const { siteUrl, checkAddress } = this.#run.target;
    const advice =
      checkAddress === undefined
        ? 'If the name does not lead to this host yet, set DEPLOY_CHECK_ADDRESS to the address of its web server.'
        : 'Correct DEPLOY_CHECK_ADDRESS. Begin it with http:// if the web server has no HTTPS.';
    return `${checkAddress ?? siteUrl} does not answer: ${messageOf(error).trim()}. ${isCertificate(error) ? 'Set up HTTPS for the name in the host’s panel.' : advice}`;
  }
}

/** Whether Node refused a TLS certificate. */
const isCertificate = (error: unknown) => /CERT|SIGNATURE/.test(String(codeOf(error)));

function adviceFor(status: number, body: string, www: string): string {
  if (body.includes('<?php'))
    return 'The host shows PHP scripts instead of running them: switch on PHP 8.2 or newer for this name in the host’s panel.';
  if (body.includes('open_basedir'))
    return `PHP may not read the folder private (open_basedir). Put it where PHP may read: set DEPLOY_PRIVATE=${www}/private in .env, and run: npm run deploy -- --first`;
  if (body.includes('"release":"'))
    return 'Another machine or another installation may answer: set DEPLOY_CHECK_ADDRESS to the address of this host. Or PHP keeps old files (opcache): restart it.';
  if (body.includes('"failing"'))
    return 'PHP’s error log names the cause: open it in the host’s panel. On a server of your own, PHP may run as another user than the account’s: then run as root in private on the host: php server/console setup; chown -R www-data server/data .env (or as whom PHP runs). Then run the same command again.';
  if (status === 403)
    return 'The web server may not read the files: on the host, give folders the permission 755 and files 644.';
  return 'See the error logs of PHP and the web server.';
}
