import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseEnvironment } from '../environment.mjs';
import {
  type Account,
  changedFiles,
  complete,
  copiesOf,
  filesToReplace,
  look,
  readManifest,
  type Source,
  switchTo,
  tidy,
} from './account.ts';
import { isAsset, type Manifest, Places, paths, readBuild } from './build.ts';
import { type Finding, faultOf, type Live, newProblems, problemsOf } from './checks.ts';
import type { Operator } from './connection.ts';
import { DeployError, messageOf } from './deployError.ts';
import { endpointSettings, tokenOf } from './endpointSettings.ts';
import { loginByFtp } from './ftp.ts';
import { type Clock, Lock } from './lock.ts';
import type { Output } from './output.ts';
import { Pool } from './pool.ts';
import { readRecord, replace, writeRecord } from './record.ts';
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
  readonly fetch: typeof fetch;
}

const OPTIONS = {
  'no-build': { type: 'boolean', default: false },
  first: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rollback: { type: 'string' },
} as const;

/** @throws {DeployError} that says what happened and what to do */
export async function deploy(args: readonly string[], around: Surroundings): Promise<void> {
  const options = readOptions(args);
  const { variables, output } = around;
  const target = readTarget(variables);
  if (!variables['SITE_URL'])
    throw new DeployError('Set SITE_URL in .env: the address of the site.');
  const { siteUrl, servicePrefix } = parseEnvironment(variables);
  const isRollback = options.rollback !== undefined;
  if (!options['no-build'] && !isRollback) {
    output.step('Build the site');
    around.build();
  }
  const build = isRollback ? undefined : readBuild(around.dist, siteUrl, options.sample);
  const dryRun = options['dry-run'];
  const live: Live = {
    origin: siteUrl,
    endpoint: siteUrl + servicePrefix,
    token: variables['HEALTH_TOKEN'] || undefined,
    clock: around.clock,
    fetch: around.fetch,
  };

  output.step(`Connect to ${target.host} as ${target.user}`);
  const pool = await connect(target, around);
  const places = new Places(target);
  const run = new Run(around, live, places, pool);
  try {
    await checkFolders(pool, places, target);
    if (build !== undefined && dryRun) return await run.show(build);
    await pool.makeFoldersOf([`${places.private}/server/x`], places.base);
    await run.locked(async (lock) => {
      if (build === undefined) return run.rollBackByHand(options.rollback || undefined, lock);
      return run.deploy(build, lock, options);
    });
    if (options.first) await tellCron(pool, places, live.endpoint, output);
  } finally {
    pool.close();
  }
}

function readOptions(args: readonly string[]) {
  try {
    // --rollback alone means the previous release
    const given = args.map((arg) => (arg === '--rollback' ? '--rollback=' : arg));
    return parseArgs({ args: given, options: OPTIONS }).values;
  } catch {
    throw new DeployError(
      `npm run deploy knows these options: ${Object.keys(OPTIONS)
        .map((name) => `--${name}`)
        .join(', ')}. Write them after two hyphens: npm run deploy -- --dry-run`,
    );
  }
}

async function connect(target: Target, { output, ask, knownHosts }: Surroundings): Promise<Pool> {
  const login = target.protocol === 'sftp' ? loginBySftp : loginByFtp;
  const open = await login(target, { ask, knownHosts, say: output.say });
  return Pool.connect(`${target.host}:${target.port}`, open);
}

async function checkFolders({ main }: Pool, { base, documentRoot }: Places, { www }: Target) {
  if (!(await main.isFolder(base || '/'))) {
    throw new DeployError(`DEPLOY_URL names the folder ${base}, and the host has no such folder.`);
  }
  if (await main.isFolder(documentRoot || '/')) return;
  const folders = (await main.list(base))
    .filter(({ isFolder }) => isFolder)
    .map(({ name }) => name);
  throw new DeployError(
    `DEPLOY_WWW is ${www}, and the host has no folder ${documentRoot}. ${base || '/'} has: ${folders.join(', ') || 'no folders'}.`,
  );
}

async function tellCron({ main }: Pool, places: Places, endpoint: string, { say }: Output) {
  const folder = await main.realPath(places.private);
  say('Now let cron run the worker every minute, with this line:');
  say(`  * * * * * php ${folder}/server/console work --once`);
  say('(FTP may show a shorter path than PHP needs: the status page names the full one.)');
  say(
    `If cron can only open addresses: ${endpoint}/contact_work.php, with authentication "Basic",`,
  );
  say('any user name, and HEALTH_TOKEN from .env as the password.');
}

/** One run with its connections. */
class Run {
  readonly #around: Surroundings;
  #live: Live;
  readonly #places: Places;
  readonly #pool: Pool;

  constructor(around: Surroundings, live: Live, places: Places, pool: Pool) {
    this.#around = around;
    this.#live = live;
    this.#places = places;
    this.#pool = pool;
  }

  async locked(work: (lock: Lock) => Promise<void>): Promise<void> {
    const { clock, note, output } = this.#around;
    const { main } = this.#pool;
    const folder = this.#places.private;
    const { say } = output;
    const lock = await Lock.acquire(main, { folder, note, clock, say });
    this.#pool.heartbeat = (connection) => lock.renew(connection);
    try {
      await work(lock);
    } finally {
      // after a lost connection the next deployment removes the lock
      await lock.release(main).catch(() => {});
    }
  }

  async #account(manifest: Manifest): Promise<Account> {
    const pool = this.#pool;
    const places = this.#places;
    const record = await readRecord(pool.main, places);
    return { pool, places, record, present: await look(pool, places, record, manifest) };
  }

  async show(manifest: Manifest): Promise<void> {
    const { say } = this.#around.output;
    const account = await this.#account(manifest);
    const changed = await changedFiles(account, manifest);
    const there = await this.#pool.walk(this.#places.of('www/assets'));
    const assets = paths(manifest.files, isAsset)
      .map((path) => this.#places.of(path))
      .filter((place) => !there.has(place));
    const replaced = filesToReplace(account, manifest);
    say(
      `Release ${manifest.release}; the live one is ${account.record.releases[0] ?? 'not known'}.`,
    );
    for (const place of assets) say(`  new       ${place}`);
    for (const path of replaced) say(`  replaced  ${this.#places.of(path)}`);
    for (const place of changed) say(`  changed on the host, not by a deployment: ${place}`);
    say('Nothing was changed.');
  }

  async deploy(
    manifest: Manifest,
    lock: Lock,
    { first, overwrite }: { readonly first: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const { output, clock, dist } = this.#around;
    const places = this.#places;
    const { main } = this.#pool;
    const started = clock.now();
    output.step('Compare with the host');
    const account = await this.#account(manifest);
    await this.#prepareEnvironment(first);
    const changed = overwrite ? [] : await changedFiles(account, manifest);
    if (changed.length > 0) {
      throw new DeployError(
        `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then replace them with: npm run deploy -- --overwrite`,
      );
    }
    const [previous] = account.record.releases;
    const before = previous === undefined ? undefined : await problemsOf(this.#live);

    const source: Source = async (path) => readFileSync(`${dist}/${path}`);
    output.step(`Upload release ${manifest.release}`);
    const assets = { ...account.record.assets };
    for (const path of paths(manifest.files, isAsset)) assets[path] = '';
    account.record = { ...account.record, assets };
    await writeRecord(main, places, account.record);
    await complete(account, manifest, source, output);
    const manifestFile = places.manifest(manifest.release);
    await replace(main, manifestFile, JSON.stringify(manifest));

    output.step('Make the release live');
    const earlier = account.record.releases.filter((name) => name !== manifest.release);
    const releases = [manifest.release, ...earlier];
    await switchTo(account, manifest, { source, releases, lock, output });

    const fault = await this.#check(account, manifest, lock, before);
    if (fault !== undefined) await this.#rollBack(account, fault, earlier, lock);
    await this.#tidy(account, manifest);
    const { files, bytes } = output.sum();
    output.say(
      `Release ${manifest.release} is live at ${this.#live.origin} (${files} files, ${bytes} bytes, ${Math.round((clock.now() - started) / 1000)} s).`,
    );
  }

  async #prepareEnvironment(first: boolean): Promise<void> {
    const { main } = this.#pool;
    const { environment } = this.#places;
    const { dist, environmentFile, output, variables } = this.#around;
    const isThere = (await main.list(this.#places.private)).some(({ name }) => name === '.env');
    if (isThere) {
      if (first) output.say(`${environment} is there and was kept.`);
      return;
    }
    if (!first) {
      throw new DeployError(
        `The host has no ${environment}. For the first deployment, fill in the endpoint's settings in the repository's .env, then run: npm run deploy -- --first`,
      );
    }
    output.step('Create private/.env on the host');
    const token = tokenOf(environmentFile, variables, output.say);
    this.#live = { ...this.#live, token };
    const example = readFileSync(`${dist}/private/.env.example`, 'utf8');
    const settings = endpointSettings(example, { ...variables, HEALTH_TOKEN: token });
    // the folder may be in the document root
    const guard = this.#places.of('private/.htaccess');
    await main.write(guard, readFileSync(`${dist}/private/.htaccess`));
    await main.write(`${environment}.new`, Buffer.from(settings), 0o600);
    await main.rename(`${environment}.new`, environment);
  }

  /** @returns why the live site does not work; undefined if it does */
  async #check(account: Account, manifest: Manifest, lock: Lock, before: Finding[] | undefined) {
    const { output } = this.#around;
    output.step(`Check ${this.#live.origin}`);
    const pages = paths(manifest.files, (path) => /^www\/.+\/index\.html$/.test(path)).map((path) =>
      path.slice('www'.length, -'/index.html'.length),
    );
    const renew = () => lock.renew(account.pool.main);
    const fault = await faultOf(this.#live, manifest.release, pages, renew);
    if (fault !== undefined) return fault;
    const after = await problemsOf(this.#live);
    if (after === undefined) {
      output.say('The status page was not asked: set HEALTH_TOKEN in .env as in private/.env.');
      return undefined;
    }
    const [problem] = before === undefined ? [] : newProblems(before, after);
    if (problem !== undefined)
      return `The status page has a new problem: ${problem.what} ${problem.fix}`;
    for (const { what, fix } of after) output.say(`To do: ${what} ${fix}`);
    return undefined;
  }

  async #rollBack(account: Account, fault: string, releases: readonly string[], lock: Lock) {
    const { output } = this.#around;
    const [previous] = releases;
    const manifest = previous === undefined ? undefined : await readManifest(account, previous);
    if (manifest === undefined) {
      throw new DeployError(`${fault}\nThere is no earlier release to go back to.`);
    }
    output.step(`Roll back to release ${previous}`);
    await this.#goTo(account, manifest, releases, lock);
    const stillWrong = await this.#check(account, manifest, lock, undefined);
    throw new DeployError(
      `${fault}\n${stillWrong === undefined ? `Release ${previous} is live again.` : `Release ${previous} was brought back, but: ${stillWrong}`}`,
    );
  }

  async #goTo(account: Account, manifest: Manifest, releases: readonly string[], lock: Lock) {
    const { output } = this.#around;
    const source = copiesOf(account, manifest);
    await switchTo(account, manifest, { source, releases, lock, output });
    await this.#tidy(account, manifest);
  }

  async rollBackByHand(wanted: string | undefined, lock: Lock): Promise<void> {
    const { output } = this.#around;
    const pool = this.#pool;
    const places = this.#places;
    const { releases } = await readRecord(pool.main, places);
    const release = wanted ?? releases[1];
    const manifest =
      release === undefined ? undefined : await readManifest({ pool, places }, release);
    if (release === undefined || manifest === undefined) {
      throw new DeployError(
        `The host has no release ${wanted ?? 'before the live one'}. It has: ${releases.join(', ') || 'none'} (the live one first).`,
      );
    }
    output.step(`Roll back to release ${release}`);
    const account = await this.#account(manifest);
    // newer releases are given up
    const at = releases.indexOf(release);
    const earlier = at < 0 ? releases : releases.slice(at + 1);
    await this.#goTo(account, manifest, [release, ...earlier], lock);
    const fault = await this.#check(account, manifest, lock, undefined);
    if (fault !== undefined) throw new DeployError(`Release ${release} is live, but: ${fault}`);
    output.say(`Release ${release} is live at ${this.#live.origin}.`);
  }

  async #tidy(account: Account, live: Manifest): Promise<void> {
    this.#around.output.step('Remove what is no longer needed');
    try {
      await tidy(account, live, this.#around.clock.now());
    } catch (error) {
      this.#around.output.say(`Something was not removed: ${messageOf(error)}`);
    }
  }
}
