import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { deploy } from '../../../scripts/deploy/deploy.ts';
import { DeployError } from '../../../scripts/deploy/deployError.ts';
import { login } from '../../../scripts/deploy/login.ts';
import { outputTo } from '../../../scripts/deploy/output.ts';
import { Repository } from '../../../scripts/deploy/repository.ts';
import { readEnvironment, root } from '../../../scripts/environment.mjs';
import { manifestOf, withPrivate } from '../../../scripts/plugins/upload.ts';
import { builtWith } from '../../../scripts/serving.ts';
import { ask, type Question } from '../../hosting/support/ask.ts';
import { HEALTH_TOKEN } from '../../hosting/support/requests.ts';
import type { Hosted, Start, WebServer } from '../../hosting/support/servers.ts';
import type { FileServer, Login, StartFileServer } from './hosts.ts';

let made = 0;

/** A user of this machine: file servers log in as it, and PHP runs as it. */
function makeUser(): Login {
  if (process.getuid?.() !== 0) throw new Error('Run these tests as root: they create users.');
  made += 1;
  const login = {
    user: `deploy${process.pid}n${made}`,
    password: randomBytes(12).toString('hex'),
  };
  execFileSync('useradd', ['--home-dir', '/', '--shell', '/bin/sh', login.user]);
  execFileSync('chpasswd', { input: `${login.user}:${login.password}` });
  return login;
}

export interface Run {
  /** The message of the error; empty if the deployment was successful. */
  readonly error: string;
  readonly said: string;
}

/** An account on a host, with a file server and a web server, and the operator's copy of the build. */
export class Account {
  /** For the servers' and the operator's own files. */
  readonly own = mkdtempSync(`${tmpdir()}/deploy-`);
  readonly #login = makeUser();
  readonly user = this.#login.user;
  readonly phpUser = this.user;
  readonly base: string;
  readonly folder: string;
  readonly documentRoot: string;
  readonly privateFolder: string;
  readonly dist = `${this.own}/dist`;
  files!: FileServer;
  web!: WebServer;

  static async start(startFiles: StartFileServer, startWeb: Start<Hosted>, base?: string): Promise<Account> {
    const account = new Account(base);
    account.files = await startFiles(account.own, account.#login);
    account.web = await startWeb(account);
    account.build();
    return account;
  }

  private constructor(base = `${this.own}/account`) {
    chmodSync(this.own, 0o755);
    this.base = base;
    // nginx's configuration is not part of a deployment
    this.folder = this.own;
    this.documentRoot = `${base}/www`;
    this.privateFolder = `${base}/private`;
    mkdirSync(this.documentRoot, { recursive: true });
    this.give(base);
    cpSync(`${root}dist/nginx`, `${this.own}/nginx`, { recursive: true });
  }

  /** Gives a folder to the account's user. */
  give(folder: string): void {
    execFileSync('chown', ['-R', `${this.user}:`, folder]);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.web.port}`;
  }

  /** The build of the tests, for this account's address or another one. @returns its folder */
  build(origin = this.origin, toPrivate = ''): string {
    const dist = origin === this.origin ? this.dist : `${this.own}/${encodeURIComponent(origin)}`;
    cpSync(`${root}dist`, dist, {
      recursive: true,
      filter: (path) => !/\/private\/(?:\.env|server\/data)$/.test(path),
    });
    const built = readFileSync(`${root}dist/private/site.txt`, 'utf8');
    for (const file of Object.keys(manifestOf(dist).files)) {
      if (!/^(?:www\/api\/.*\.php|private\/(?:site\.txt|\.env\.example))$/.test(file)) continue;
      const text = readFileSync(`${dist}/${file}`, 'utf8');
      writeFileSync(`${dist}/${file}`, withPrivate(text.replaceAll(built, origin), toPrivate));
    }
    this.release(dist, { siteUrl: origin, toPrivate });
    return dist;
  }

  /** Names the build by its content, as a build does. */
  release(dist = this.dist, settings = {}): string {
    const environment = { ...readEnvironment(), siteUrl: this.origin, ...settings };
    const manifest = manifestOf(dist, builtWith(environment));
    writeFileSync(`${dist}/manifest.json`, JSON.stringify(manifest));
    return manifest.release;
  }

  /** Makes another release, with another page, another asset and perhaps other PHP code. */
  change(mark: string, withCode = false): string {
    // more files than connections
    for (const page of ['about-us', 'contact-us', 'index', 'our-work', 'privacy', 'service'])
      appendFileSync(`${this.dist}/www/public/${page}/index.html`, `<!-- ${mark} -->`);
    writeFileSync(`${this.dist}/www/assets/added-${mark.replaceAll(' ', '-')}.js`, `// ${mark}`);
    if (withCode) appendFileSync(`${this.dist}/private/server/src/Http/Responses.php`, `\n// ${mark}\n`);
    appendFileSync(`${this.dist}/private/server/pages/contact.html`, `<!-- ${mark} -->`);
    return this.release();
  }

  variables(): Record<string, string> {
    return {
      SITE_URL: this.origin,
      HEALTH_TOKEN,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '9',
      SMTP_ENCRYPTION: 'none',
      MAIL_FROM: 'website@firm.example',
      MAIL_TO: 'sales@firm.example',
      RATE_LIMIT: '1000000',
      DEPLOY_URL: `${this.files.scheme}://${this.user}@127.0.0.1:${this.files.port}${this.base}`,
      DEPLOY_PASSWORD: this.#login.password,
      ...this.files.trust,
    };
  }

  async deploy(
    args: readonly string[] = [],
    variables: Record<string, string | undefined> = {},
    more: Partial<Parameters<typeof deploy>[1]> = {},
  ): Promise<Run> {
    let said = '';
    let error = '';
    const write = (text: string | Uint8Array) => {
      said += text;
      return true;
    };
    try {
      const isBuilt = more.build === undefined && !args.some((arg) => arg.startsWith('--rollback'));
      await deploy([...(isBuilt ? ['--no-build'] : []), ...args], {
        variables: { ...this.variables(), ...variables },
        environmentFile: `${this.own}/.env`,
        dist: this.dist,
        repository: new Repository(this.own),
        login,
        build: async () => {},
        output: outputTo({ write, isTTY: false }),
        ask: undefined,
        wait: async () => {},
        stop: new AbortController().signal,
        ...more,
      });
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
      if (!(thrown instanceof DeployError) && !/^Error$/.test(thrown?.constructor?.name ?? '')) throw thrown;
    }
    return { error, said };
  }

  /** Expects the deployment to be successful. @returns what it said */
  async deployed(...given: Parameters<Account['deploy']>): Promise<string> {
    const { error, said } = await this.deploy(...given);
    expect(error, said).toBe('');
    return said;
  }

  ask(path: string, question?: Question) {
    return ask(this.web.port, path, question);
  }

  async live(): Promise<string | undefined> {
    return JSON.parse((await this.ask('/api/contact_health.php')).body).release;
  }

  read(path: string): string {
    return readFileSync(`${this.base}/${path}`, 'utf8');
  }

  has(path: string): boolean {
    return existsSync(`${this.base}/${path}`);
  }

  /** Dates the lock of a deployment that was interrupted back by two hours. */
  passTwoHours(): void {
    const folder = `${this.privateFolder}/deploy.lock`;
    const since = new Date(Date.now() - 2 * 3_600_000).toISOString();
    if (existsSync(folder)) writeFileSync(`${folder}/owner`, `on another computer since ${since}`);
  }

  async stop(): Promise<void> {
    await this.web?.stop();
    await this.files?.stop();
    rmSync(this.own, { recursive: true, force: true });
    // a file server may still be ending its sessions
    execFileSync('userdel', ['--force', this.user], { stdio: 'ignore' });
  }
}

/** An account until the end of the test. */
export async function startAccount(...given: Parameters<typeof Account.start>): Promise<Account> {
  const account = await Account.start(...given);
  onTestFinished(() => account.stop());
  return account;
}
