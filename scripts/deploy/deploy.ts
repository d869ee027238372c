import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Account, type Source } from './account.ts';
import { isAsset, type Manifest, Places, readBuild } from './build.ts';
import { Site } from './checks.ts';
import type { Operator } from './connection.ts';
import { DeployError, messageOf, UsageError } from './deployError.ts';
import { keepSetting, prepareEnvironment, requireSettings } from './endpointSettings.ts';
import { loginByFtp } from './ftp.ts';
import { type Clock, Lock } from './lock.ts';
import type { Output } from './output.ts';
import { requireFolders, requireOwn } from './owner.ts';
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

/** The host, the connections and the options of one run. */
export interface Run extends Surroundings {
  readonly options: ReturnType<typeof readOptions>;
  readonly target: Target;
  readonly site: Site;
  readonly places: Places;
  readonly pool: Pool;
  readonly account: Account;
}

/** @throws {DeployError} that says what happened and what to do */
export async function deploy(args: readonly string[], around: Surroundings): Promise<void> {
  const { variables, output, clock } = around;
  const options = readOptions(args, variables);
  const target = readTarget(variables);
  const isRollback = options.rollback !== undefined;
  if (options.first) requireSettings(variables);
  if (!options['no-build'] && !isRollback) {
    output.step('Build the site');
    around.build();
  }
  const build = isRollback ? undefined : readBuild(around.dist, target, options.sample);
  const site = new Site(target, variables['HEALTH_TOKEN'] || undefined, clock);

  output.step(`Connect to ${target.host} as ${target.user}`);
  const login = target.protocol === 'sftp' ? loginBySftp : loginByFtp;
  const keep = (name: string, value: string) => keepSetting(around, name, value);
  const open = await login(target, { ask: around.ask, say: output.say, keep });
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  const places = new Places(target);
  const start = async (): Promise<Run> => {
    const account = await Account.read(pool, places, output);
    return { ...around, options, target, site, places, pool, account };
  };
  try {
    await requireFolders(pool.main, places, target);
    await requireOwn(pool.main, places, target, options['new-settings']);
    if (options['dry-run']) {
      await show(await start(), build);
      return;
    }
    await pool.makeFoldersOf([`${places.private}/server/x`], places.base);
    const lock = await Lock.acquire(pool.main, `${places.private}/deploy.lock`, around);
    pool.heartbeat = (connection) => lock.renew(connection);
    try {
      const run = await start();
      await (build === undefined ? rollBack(run, lock) : bring(run, build, lock));
    } finally {
      // after a lost connection the next deployment removes the lock
      await lock.release(pool.main).catch(() => {});
    }
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
  // --rollback alone means the previous release
  const given = args.map((arg) => (arg === '--rollback' ? '--rollback=' : arg));
  const values = valuesOf(given);
  if (values === undefined) {
    throw new UsageError(
      `npm run deploy knows these options: ${list(Object.keys(OPTIONS))}, --rollback=<release>. Write them after two hyphens: npm run deploy -- --dry-run`,
    );
  }
  const senseless = NOT_WITH_ROLLBACK.filter((name) => values[name]);
  if (values.rollback === undefined || senseless.length === 0) return values;
  throw new UsageError(
    `--rollback brings back a release that is on the host. Leave ${list(senseless)} away.`,
  );
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}

async function show(run: Run, build: Manifest | undefined): Promise<void> {
  const { account, places, options } = run;
  const { say } = run.output;
  const [live = 'not known'] = account.releases;
  const manifest = build ?? wanted(run);
  const changed = await account.compare(manifest);
  say(`Release ${manifest.release}; the live one is ${live}.`);
  if (options.first) say(`  new       ${places.private}/.env, if it is not there`);
  for (const [place, path] of await account.missing(manifest))
    if (isAsset(path)) say(`  new       ${place}`);
  for (const path of account.toReplace(manifest)) say(`  replaced  ${places.of(path)}`);
  for (const place of changed) say(`  changed on the host, not by a deployment: ${place}`);
  say('Nothing was changed.');
}

async function bring(run: Run, manifest: Manifest, lock: Lock): Promise<void> {
  const { account, site, clock, dist, output, options } = run;
  const started = clock.now();
  const previous = account.releases.find((name) => name !== manifest.release);
  output.step('Compare with the host');
  await requireUnchanged(run, manifest);
  requireSameSettings(run, manifest);
  const elsewhere = await otherInstallation(run);
  if (elsewhere !== undefined && account.releases.length > 0) throw new DeployError(elsewhere);
  await prepareEnvironment(run);
  const before = await site.problems();

  const source: Source = async (path) => readFileSync(`${dist}/${path}`);
  output.step(`Upload release ${manifest.release}`);
  await account.complete(manifest, source);
  output.step('Make the release live');
  await account.switchTo(manifest, source, lock);
  const fault = elsewhere ?? (await check(run, manifest, lock, before));
  if (options.first) tellCron(run);
  if (fault !== undefined) await undo({ ...run, previous }, fault, lock);
  await tidy(run);
  await tellOldUpload(run);
  const { files, bytes } = output.sum();
  output.say(
    `Release ${manifest.release} is live at ${site.origin} (${files} files, ${bytes} bytes, ${Math.round((clock.now() - started) / 1000)} s).`,
  );
}

async function requireUnchanged({ account, options }: Run, manifest: Manifest): Promise<void> {
  const changed = await account.compare(manifest);
  if (changed.length === 0 || options.overwrite) return;
  throw new DeployError(
    `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then run the same command with --overwrite, which replaces them.`,
  );
}

/** A setting that was forgotten, for instance in a workflow's secret, would silently change the site. */
function requireSameSettings({ account, options }: Run, { settings = {} }: Manifest): void {
  const [live = ''] = account.releases;
  const before = account.manifest(live)?.settings ?? {};
  const changed = Object.keys(settings).filter(
    (key) => before[key] !== undefined && before[key] !== settings[key],
  );
  if (changed.length === 0 || options['new-settings']) return;
  const lines = changed.map((key) => `${key}: ${before[key]} before, ${settings[key]} now`);
  throw new DeployError(
    `This build has other settings than the live release:\n  ${lines.join('\n  ')}\nCorrect .env, or the secret DOTENV of the workflow. If you mean the change, add --new-settings.\nNothing was uploaded.`,
  );
}

/** Puts a file into the document root for a moment. @returns what it means if the site does not serve it */
async function otherInstallation(run: Run): Promise<string | undefined> {
  const { site, places, pool, target, output } = run;
  const name = 'deploy-probe.txt';
  const place = `${places.documentRoot}/${name}`;
  const content = randomBytes(16).toString('hex');
  await pool.main.write(place, content);
  try {
    if (!(await site.isElsewhere(name, content, output.say))) return undefined;
  } finally {
    await pool.main.remove(place);
  }
  const { siteUrl, host, checkAddress } = target;
  const asked = checkAddress === undefined ? siteUrl : `${checkAddress} (DEPLOY_CHECK_ADDRESS)`;
  return `Another installation answers: what ${asked} serves is not in ${places.documentRoot} of ${host}.
  - If the name does not lead to this host yet, or another machine answers behind a balancer, set DEPLOY_CHECK_ADDRESS
    to the address of this host’s web server, such as DEPLOY_CHECK_ADDRESS=${host}. Then run npm run deploy again.
  - If the name leads to this host, correct DEPLOY_WWW: it is not the document root of ${siteUrl}.`;
}

/** @returns why the live site does not work; undefined if it does */
async function check(
  { site, pool, output }: Run,
  manifest: Manifest,
  lock: Lock,
  before?: Awaited<ReturnType<Site['problems']>>,
): Promise<string | undefined> {
  output.step(`Check ${site.origin}`);
  const fault = await site.fault(manifest, () => lock.renew(pool.main));
  return fault ?? site.newProblem(before, output.say);
}

/** @throws {DeployError} always */
async function undo(run: Run & { previous?: string | undefined }, fault: string, lock: Lock) {
  const { account, previous = '' } = run;
  const manifest = account.manifest(previous);
  if (manifest === undefined) {
    throw new DeployError(
      `The release is on the host, and the check failed: ${fault}\nThere is no earlier release to go back to.`,
    );
  }
  const stillWrong = await goBack(run, manifest, lock);
  throw new DeployError(
    `${fault}\n${stillWrong === undefined ? `Release ${previous} is live again.` : `Release ${previous} was brought back, but: ${stillWrong}`}`,
  );
}

/** Gives up the newer releases. @returns why the live site does not work */
async function goBack(run: Run, manifest: Manifest, lock: Lock): Promise<string | undefined> {
  const { account, output } = run;
  output.step(`Roll back to release ${manifest.release}`);
  account.forget(manifest.release);
  await account.switchTo(manifest, account.copiesOf(manifest), lock);
  await tidy(run);
  return check(run, manifest, lock);
}

/** The release that --rollback names. */
function wanted({ account, options }: Run): Manifest {
  const { releases } = account;
  const release = options.rollback || releases[1];
  const manifest = release === undefined ? undefined : account.manifest(release);
  if (manifest !== undefined) return manifest;
  throw new DeployError(
    `The host has no release ${release ?? 'before the live one'}. It has: ${releases.join(', ') || 'none'} (the live one first).`,
  );
}

async function rollBack(run: Run, lock: Lock): Promise<void> {
  const manifest = wanted(run);
  await requireUnchanged(run, manifest);
  const doubt = await otherInstallation(run).catch(messageOf);
  if (doubt !== undefined) run.output.say(doubt);
  const fault = await goBack(run, manifest, lock);
  const isLive = `Release ${manifest.release} is live`;
  if (fault !== undefined) throw new DeployError(`${isLive}, but: ${fault}`);
  run.output.say(`${isLive} at ${run.site.origin}.`);
}

async function tidy({ account, output, clock }: Run): Promise<void> {
  output.step('Remove what is no longer needed');
  try {
    await account.tidy(clock.now());
  } catch (error) {
    output.say(`Something was not removed: ${messageOf(error)}`);
  }
}

function tellCron({ places, site, output }: Run): void {
  output.say(`Now let cron run the worker every minute, with this line:
  * * * * * php ${places.private}/server/console work --once
(FTP may show a shorter path than PHP needs: the status page names the full one.)
If cron can only open addresses: ${site.endpoint}/contact_work.php, with authentication "Basic",
any user name, and HEALTH_TOKEN from .env as the password.
Then open ${site.endpoint}/contact_status.php with the same password: it says what else to do.`);
}

/** The code of an upload by hand is not used any more. */
async function tellOldUpload({ pool, places, output }: Run): Promise<void> {
  const folder = `${places.private}/server`;
  const old = (await pool.main.list(folder))
    .map(({ name }) => name)
    .filter((name) => !['console', 'data'].includes(name));
  if (!old.includes('vendor')) return;
  output.say(
    `${folder} has the code of an upload by hand, which is no longer used. Delete there: ${old.join(', ')}. Keep console and data.`,
  );
}
