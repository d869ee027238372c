import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { Account, type Source } from './account.ts';
import { isAsset, type Manifest, Places, paths, readBuild } from './build.ts';
import { newProblems, Site } from './checks.ts';
import type { Operator } from './connection.ts';
import { DeployError, messageOf, UsageError } from './deployError.ts';
import { endpointSettings, requireSettings, tokenOf } from './endpointSettings.ts';
import { loginByFtp } from './ftp.ts';
import { type Clock, Lock } from './lock.ts';
import type { Output } from './output.ts';
import { requireOwn } from './owner.ts';
import { Pool } from './pool.ts';
import { readTarget, type Target } from './settings.ts';
import { loginBySftp } from './sftp.ts';

export interface Surroundings {
  readonly variables: Record<string, string | undefined>;
  /** The repository's .env. */
  readonly environmentFile: string;
  readonly dist: string;
  readonly build: () => void;
  readonly output: Output;
  readonly ask: Operator['ask'];
  readonly knownHosts: string;
  /** A file in which this computer notes its last deployment. */
  readonly note: string;
  readonly clock: Clock;
}

const OPTIONS = {
  'no-build': { type: 'boolean', default: false },
  first: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
  'new-settings': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rollback: { type: 'string' },
} as const;
/** A rollback brings back what is on the host. */
const NOT_WITH_ROLLBACK = ['no-build', 'first', 'new-settings'] as const;

type Options = ReturnType<typeof readOptions>;

/** @throws {DeployError} that says what happened and what to do */
export async function deploy(args: readonly string[], around: Surroundings): Promise<void> {
  const { variables, output } = around;
  const options = readOptions(args, variables);
  const target = readTarget(variables);
  const isRollback = options.rollback !== undefined;
  if (options.first) requireSettings(variables);
  if (!options['no-build'] && !isRollback) {
    output.step('Build the site');
    around.build();
  }
  const build = isRollback ? undefined : readBuild(around.dist, target, options.sample);
  const site = new Site(target, variables['HEALTH_TOKEN'] || undefined, around.clock);
  await site.requireDirect(output.say).catch((error: unknown) => {
    if (!isRollback) throw error;
    output.say(messageOf(error));
  });

  output.step(`Connect to ${target.host} as ${target.user}`);
  const login = target.protocol === 'sftp' ? loginBySftp : loginByFtp;
  const open = await login(target, { ...around, say: output.say });
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  const places = new Places(target);
  try {
    await requireFolders(pool, places, target);
    await requireOwn(pool.main, places, target, options['new-settings']);
    const run = new Run(around, options, { target, site, places, pool });
    if (options['dry-run']) await run.show(build);
    else await run.locked(build);
  } finally {
    pool.close();
  }
}

function readOptions(args: readonly string[], variables: Surroundings['variables']) {
  const list = (names: readonly string[]) => names.map((name) => `--${name}`).join(', ');
  // without the two hyphens, npm takes the options for itself, and the site would be deployed
  const taken = Object.keys(OPTIONS).filter(
    (name) =>
      variables[`npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}`] !== undefined,
  );
  if (taken.length > 0) {
    throw new UsageError(
      `npm took ${list(taken)} for itself, and nothing was done. Write two hyphens before the options: npm run deploy -- ${taken.map((name) => `--${name}`).join(' ')}`,
    );
  }
  try {
    // --rollback alone means the previous release
    const given = args.map((arg) => (arg === '--rollback' ? '--rollback=' : arg));
    const { values } = parseArgs({ args: given, options: OPTIONS });
    const senseless = NOT_WITH_ROLLBACK.filter((name) => values[name]);
    if (values.rollback === undefined || senseless.length === 0) return values;
    throw new UsageError(
      `--rollback brings back a release that is on the host. Leave ${list(senseless)} away.`,
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `npm run deploy knows these options: ${list(Object.keys(OPTIONS))}, --rollback=<release>. Write them after two hyphens: npm run deploy -- --dry-run`,
    );
  }
}

async function requireFolders({ main }: Pool, { base, documentRoot }: Places, { www }: Target) {
  if (!(await main.isFolder(base || '/'))) {
    throw new DeployError(
      `DEPLOY_URL names the folder ${base}, and the host has no such folder. Open the account with an FTP program, and copy the path that it shows.`,
    );
  }
  if (await main.isFolder(documentRoot || '/')) return;
  const folders = (await main.list(base || '/'))
    .filter(({ isFolder }) => isFolder)
    .map(({ name }) => name);
  throw new DeployError(
    `DEPLOY_WWW is ${www}, and the host has no folder ${documentRoot}. ${base || '/'} has: ${folders.join(', ') || 'no folders'}.`,
  );
}

interface Host {
  readonly target: Target;
  readonly site: Site;
  readonly places: Places;
  readonly pool: Pool;
}

/** One run with its connections. */
class Run {
  readonly #around: Surroundings;
  readonly #options: Options;
  readonly #host: Host;
  readonly #output: Output;

  constructor(around: Surroundings, options: Options, host: Host) {
    this.#around = around;
    this.#options = options;
    this.#host = host;
    this.#output = around.output;
  }

  async show(build: Manifest | undefined): Promise<void> {
    const { say } = this.#output;
    const { pool, places } = this.#host;
    const account = await Account.read(pool, places, this.#output);
    const [live = 'not known'] = account.releases;
    const manifest = build ?? this.#wanted(account);
    const changed = await account.compare(manifest);
    say(`Release ${manifest.release}; the live one is ${live}.`);
    if (this.#options.first) say(`  new       ${places.private}/.env, if it is not there`);
    for (const [place, path] of await account.missing(manifest))
      if (isAsset(path)) say(`  new       ${place}`);
    for (const path of account.toReplace(manifest)) say(`  replaced  ${places.of(path)}`);
    for (const place of changed) say(`  changed on the host, not by a deployment: ${place}`);
    say('Nothing was changed.');
  }

  async locked(build: Manifest | undefined): Promise<void> {
    const { pool, places } = this.#host;
    await pool.makeFoldersOf([`${places.private}/server/x`], places.base);
    const lock = await Lock.acquire(pool.main, `${places.private}/deploy.lock`, this.#around);
    pool.heartbeat = (connection) => lock.renew(connection);
    try {
      const account = await Account.read(pool, places, this.#output);
      if (build === undefined) await this.#rollBack(account, lock);
      else await this.#deploy(account, build, lock);
    } finally {
      // after a lost connection the next deployment removes the lock
      await lock.release(pool.main).catch(() => {});
    }
  }

  async #deploy(account: Account, manifest: Manifest, lock: Lock): Promise<void> {
    const { site } = this.#host;
    const { clock, dist } = this.#around;
    const started = clock.now();
    const previous = account.releases.find((name) => name !== manifest.release);
    this.#output.step('Compare with the host');
    await this.#requireUnchanged(account, manifest);
    this.#requireSameSettings(account, manifest);
    const isElsewhere = await this.#isElsewhere();
    if (isElsewhere && account.releases.length > 0)
      throw new DeployError(`${this.#elsewhere()}\nNothing was uploaded.`);
    await this.#prepareEnvironment();
    const before = await site.problems();

    const source: Source = async (path) => readFileSync(`${dist}/${path}`);
    this.#output.step(`Upload release ${manifest.release}`);
    await account.complete(manifest, source);
    this.#output.step('Make the release live');
    await account.switchTo(manifest, source, lock);
    const fault = isElsewhere ? this.#elsewhere() : await this.#fault(manifest, lock, before);
    if (this.#options.first) this.#tellCron();
    if (fault !== undefined) await this.#undo(account, { fault, previous, lock });
    await this.#tidy(account);
    await this.#tellOldUpload();
    const { files, bytes } = this.#output.sum();
    this.#output.say(
      `Release ${manifest.release} is live at ${site.origin} (${files} files, ${bytes} bytes, ${Math.round((clock.now() - started) / 1000)} s).`,
    );
  }

  async #requireUnchanged(account: Account, manifest: Manifest): Promise<void> {
    const changed = await account.compare(manifest);
    if (changed.length === 0 || this.#options.overwrite) return;
    throw new DeployError(
      `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then run the same command with --overwrite, which replaces them.`,
    );
  }

  /** A setting that was forgotten, for instance in a workflow's secret, would silently change the site. */
  #requireSameSettings(account: Account, { settings = {} }: Manifest): void {
    const [live = ''] = account.releases;
    const before = account.manifest(live)?.settings ?? {};
    const changed = Object.keys(settings).filter(
      (key) => before[key] !== undefined && before[key] !== settings[key],
    );
    if (changed.length === 0 || this.#options['new-settings']) return;
    const lines = changed.map((key) => `${key}: ${before[key]} before, ${settings[key]} now`);
    throw new DeployError(
      `This build has other settings than the live release:\n  ${lines.join('\n  ')}\nCorrect .env, or the secret DOTENV of the workflow. If you mean the change, add --new-settings.\nNothing was uploaded.`,
    );
  }

  /** Puts a file into the document root for a moment, and asks the site for it. */
  async #isElsewhere(): Promise<boolean> {
    const { site, places, pool } = this.#host;
    const name = 'deploy-probe.txt';
    const place = `${places.documentRoot}/${name}`;
    const content = randomBytes(16).toString('hex');
    await pool.main.write(place, content);
    const answer = await site.serves(name, content);
    await pool.main.remove(place);
    return answer === false;
  }

  #elsewhere(): string {
    const { target, places } = this.#host;
    const { siteUrl, host, checkAddress } = target;
    const asked = checkAddress === undefined ? siteUrl : `${checkAddress} (DEPLOY_CHECK_ADDRESS)`;
    return `Another installation answers: what ${asked} serves is not in ${places.documentRoot} of ${host}.
  - If the name does not lead to this host yet, or another machine answers behind a balancer, set DEPLOY_CHECK_ADDRESS
    to the address of this host’s web server, such as DEPLOY_CHECK_ADDRESS=${host}. Then run npm run deploy again.
  - If the name leads to this host, correct DEPLOY_WWW: it is not the document root of ${siteUrl}.`;
  }

  async #prepareEnvironment(): Promise<void> {
    const { places, pool, site } = this.#host;
    const { dist, environmentFile, variables } = this.#around;
    const { main } = pool;
    const environment = `${places.private}/.env`;
    const kept = await main.read(environment);
    if (kept !== undefined) {
      if (this.#options.first) this.#output.say(`${environment} is there and was kept.`);
      await this.#addDataId(environment, kept.toString());
      return;
    }
    if (!this.#options.first) {
      throw new DeployError(
        `The host has no ${environment}. For the first deployment, fill in the endpoint's settings in the repository's .env, then run: npm run deploy -- --first`,
      );
    }
    this.#output.step('Create private/.env on the host');
    const token = tokenOf(environmentFile, variables, this.#output.say);
    site.token = token;
    const id = await this.#dataId(variables);
    const example = readFileSync(`${dist}/private/.env.example`, 'utf8');
    const values = { ...variables, HEALTH_TOKEN: token, DATA_ID: id };
    // the folder may be in the document root
    await main.write(`${places.private}/.htaccess`, readFileSync(`${dist}/private/.htaccess`));
    const settings = endpointSettings(example, values);
    await this.#replacePrivately(environment, settings);
  }

  async #replacePrivately(path: string, content: string): Promise<void> {
    const { main } = this.#host.pool;
    await main.write(`${path}.new`, content, 0o600);
    await main.rename(`${path}.new`, path);
  }

  /** After an upload by hand, without `setup`, which adds the line otherwise. */
  async #addDataId(environment: string, text: string): Promise<void> {
    const known = parseEnv(text);
    if (known['DATA_ID'] || known['DATA_DIR'] || known['DATABASE_URL']) return;
    const id = await this.#dataId(known);
    const lines = text.replace(/^DATA_ID=\s*$\n?/m, '').replace(/\n?$/, '\n');
    await this.#replacePrivately(environment, `${lines}DATA_ID=${id}\n`);
    this.#output.say(`DATA_ID was added to ${environment}.`);
  }

  /** The id of the data folder, which `setup` makes otherwise. Empty if the folder is elsewhere. */
  async #dataId({ DATA_DIR, DATABASE_URL }: Surroundings['variables']): Promise<string> {
    if (DATA_DIR || DATABASE_URL) return '';
    const { main } = this.#host.pool;
    const folder = `${this.#host.places.private}/server/data`;
    const file = `${folder}/installation.id`;
    await main.makeFolder(folder, 0o700);
    const known = (await main.read(file))?.toString().trim();
    const id = known || randomBytes(8).toString('hex');
    if (!known) await main.write(file, `${id}\n`, 0o600);
    return id;
  }

  /** @returns why the live site does not work; undefined if it does */
  async #fault(
    manifest: Manifest,
    lock: Lock,
    before?: Awaited<ReturnType<Site['problems']>>,
  ): Promise<string | undefined> {
    const { site, pool } = this.#host;
    const { say } = this.#output;
    this.#output.step(`Check ${site.origin}`);
    const pages = paths(manifest.files, (path) => /^www\/.+\/index\.html$/.test(path)).map((path) =>
      path.slice('www'.length, -'/index.html'.length),
    );
    const fault = await site.fault(manifest.release, pages, () => lock.renew(pool.main));
    if (fault !== undefined) {
      return this.#host.target.checkAddress === undefined
        ? `${fault} Behind a balancer, another machine may have answered: set DEPLOY_CHECK_ADDRESS.`
        : fault;
    }
    const after = await site.problems();
    if (after === undefined) {
      say(
        this.#host.target.checkLogin === undefined
          ? 'The status page was not asked: set HEALTH_TOKEN in .env as in private/.env.'
          : 'The status page was not asked: it cannot be asked behind a password.',
      );
      return undefined;
    }
    // the status page asks SITE_URL, where another host may answer
    const isComparable = before !== undefined && this.#host.target.checkAddress === undefined;
    const [problem] = isComparable ? newProblems(before, after) : [];
    if (problem !== undefined)
      return `The status page has a new problem: ${problem.what} ${problem.fix}`;
    if (after.length > 0 && this.#host.target.checkAddress !== undefined)
      say('What follows about the live site is true of the host to which its name leads now.');
    for (const { what, fix } of after) say(`To do: ${what} ${fix}`);
    return undefined;
  }

  /** @throws {DeployError} always */
  async #undo(
    account: Account,
    { fault, previous, lock }: { fault: string; previous: string | undefined; lock: Lock },
  ): Promise<never> {
    const manifest = previous === undefined ? undefined : account.manifest(previous);
    if (manifest === undefined) {
      throw new DeployError(
        `The release is on the host, and the check failed: ${fault}\nThere is no earlier release to go back to.`,
      );
    }
    this.#output.step(`Roll back to release ${previous}`);
    await this.#goBack(account, manifest, lock);
    const stillWrong = await this.#fault(manifest, lock);
    throw new DeployError(
      `${fault}\n${stillWrong === undefined ? `Release ${previous} is live again.` : `Release ${previous} was brought back, but: ${stillWrong}`}`,
    );
  }

  async #goBack(account: Account, manifest: Manifest, lock: Lock): Promise<void> {
    // newer releases are given up
    account.forget(manifest.release);
    await account.switchTo(manifest, account.copiesOf(manifest), lock);
    await this.#tidy(account);
  }

  /** The release that --rollback names. */
  #wanted(account: Account): Manifest {
    const { releases } = account;
    const release = this.#options.rollback || releases[1];
    const manifest = release === undefined ? undefined : account.manifest(release);
    if (manifest !== undefined) return manifest;
    throw new DeployError(
      `The host has no release ${release ?? 'before the live one'}. It has: ${releases.join(', ') || 'none'} (the live one first).`,
    );
  }

  async #rollBack(account: Account, lock: Lock): Promise<void> {
    const manifest = this.#wanted(account);
    const { release } = manifest;
    this.#output.step(`Roll back to release ${release}`);
    await this.#requireUnchanged(account, manifest);
    await this.#goBack(account, manifest, lock);
    const fault = await this.#fault(manifest, lock);
    if (fault !== undefined) throw new DeployError(`Release ${release} is live, but: ${fault}`);
    this.#output.say(`Release ${release} is live at ${this.#host.site.origin}.`);
  }

  async #tidy(account: Account): Promise<void> {
    this.#output.step('Remove what is no longer needed');
    try {
      await account.tidy(this.#around.clock.now());
    } catch (error) {
      this.#output.say(`Something was not removed: ${messageOf(error)}`);
    }
  }

  #tellCron(): void {
    const { places, site } = this.#host;
    const { say } = this.#output;
    say('Now let cron run the worker every minute, with this line:');
    say(`  * * * * * php ${places.private}/server/console work --once`);
    say('(FTP may show a shorter path than PHP needs: the status page names the full one.)');
    say(
      `If cron can only open addresses: ${site.endpoint}/contact_work.php, with authentication "Basic",`,
    );
    say('any user name, and HEALTH_TOKEN from .env as the password.');
    say(
      `Then open ${site.endpoint}/contact_status.php with the same password: it says what else to do.`,
    );
  }

  /** The code of an upload by hand is not used any more. */
  async #tellOldUpload(): Promise<void> {
    const { pool, places } = this.#host;
    const folder = `${places.private}/server`;
    const old = (await pool.main.list(folder))
      .map(({ name }) => name)
      .filter((name) => !['console', 'data'].includes(name));
    if (!old.includes('vendor')) return;
    this.#output.say(
      `${folder} has the code of an upload by hand, which is no longer used. Delete there: ${old.join(', ')}. Keep console and data.`,
    );
  }
}
