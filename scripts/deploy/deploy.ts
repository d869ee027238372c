import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Account, type Source } from './account.ts';
import { differences, hasCommit, isAsset, type Manifest, Places, readBuild } from './build.ts';
import { Site } from './checks.ts';
import type { Operator } from './connection.ts';
import { DeployError, messageOf, UsageError } from './deployError.ts';
import { keepSetting, prepareEnvironment, requireSettings } from './endpointSettings.ts';
import { loginByFtp } from './ftp.ts';
import { lock } from './lock.ts';
import type { Output } from './output.ts';
import { requireFolder, requireOwn } from './owner.ts';
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
  readonly wait: (milliseconds: number) => Promise<void>;
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
const NOT_WITH_ROLLBACK = ['no-build', 'first', 'sample', 'new-settings'] as const;

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
  const site = new Site(target, variables['HEALTH_TOKEN'] || undefined, output.say);

  output.step(`Connect to ${target.host} as ${target.user}`);
  const login = target.protocol === 'sftp' ? loginBySftp : loginByFtp;
  const keep = (name: string, value: string) => keepSetting(around, name, value);
  const open = await login(target, { ask: around.ask, say: output.say, keep });
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  const places = new Places(target);
  const lockFolder = `${places.private}/deploy.lock`;
  try {
    await requireFolder(pool.main, places);
    await requireOwn(pool.main, places, target, options['new-settings']);
    if (!options['dry-run']) {
      await pool.makeFoldersOf([`${places.private}/server/x`], places.base);
      await lock({ ...around, pool }, lockFolder);
    }
    try {
      const account = await Account.read(pool, places, output);
      await bring({ ...around, options, target, site, places, pool, account }, build);
    } finally {
      // after a lost connection the next deployment asks whether to remove the lock
      if (!options['dry-run']) await pool.main.removeAll(lockFolder).catch(() => {});
    }
  } finally {
    pool.close();
  }
}

function readOptions(args: readonly string[], variables: Surroundings['variables']) {
  const list = (names: readonly string[]) => names.map((name) => `--${name}`).join(' ');
  // without the two hyphens, npm takes the options for itself, and the site would be deployed
  const taken = Object.keys(OPTIONS).filter(
    (name) => `npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}` in variables,
  );
  if (taken.length > 0) {
    throw new UsageError(
      `npm took ${list(taken)} for itself, and nothing was done. Write two hyphens before the options: npm run deploy -- ${list(taken)}`,
    );
  }
  try {
    // --rollback alone means the previous release
    const given = args.map((arg) => (arg === '--rollback' ? '--rollback=' : arg));
    const { values } = parseArgs({ args: given, options: OPTIONS });
    const senseless = NOT_WITH_ROLLBACK.filter((name) => values[name]);
    if (values.rollback === undefined || senseless.length === 0) return values;
    throw new Error(`--rollback brings back what is on the host: leave ${list(senseless)} away.`);
  } catch (error) {
    const known = list(Object.keys(OPTIONS));
    throw new UsageError(`${messageOf(error)}\nThe options are ${known} (docs/deploy.md).`);
  }
}

/** @param build undefined for a rollback */
async function bring(run: Run, build: Manifest | undefined): Promise<void> {
  const { account, site, pool, places, dist, output, options } = run;
  const manifest = build ?? wanted(run);
  const { release } = manifest;
  output.step('Compare with the host');
  const changed = await account.compare(manifest);
  if (options['dry-run']) return show(run, manifest, changed);
  requireIntended(run, manifest, changed);
  let source = account.copiesOf(manifest);
  let earlier = account.releases.slice(account.releases.indexOf(release) + 1);
  if (build !== undefined) {
    await site.requireServed(pool.main, places);
    await prepareEnvironment(run);
    source = async (path) => readFileSync(`${dist}/${path}`);
    earlier = account.releases.filter((name) => name !== release);
    output.step(`Upload release ${release}`);
    await account.complete(manifest, source);
  }
  const fault = await makeLive(run, manifest, source, earlier);
  if (options.first) tellCron(run);
  if (fault !== undefined) {
    const previous = build && account.manifest(earlier[0]);
    if (previous === undefined) throw new DeployError(`Release ${release} is live, and the check failed: ${fault}`);
    const still = await makeLive(run, previous, account.copiesOf(previous), earlier.slice(1));
    const outcome = still === undefined ? 'is live again.' : `was brought back, but: ${still}`;
    throw new DeployError(`${fault}\nRelease ${previous.release} ${outcome}`);
  }
  if (build !== undefined) await tidy(run);
  output.say(`Release ${release} is live at ${site.origin}.`);
}

async function show(run: Run, manifest: Manifest, changed: readonly string[]): Promise<void> {
  const { account, places, options } = run;
  const { say } = run.output;
  say(`Release ${manifest.release}; the live one is ${account.releases[0] ?? 'not known'}.`);
  if (options.first) say(`  new       ${places.private}/.env, if it is not there`);
  for (const [place, path] of await account.missing(manifest)) if (isAsset(path)) say(`  new       ${place}`);
  for (const path of account.toReplace(manifest)) say(`  replaced  ${places.of(path)}`);
  for (const place of changed) say(`  changed on the host, not by a deployment: ${place}`);
  say('Nothing was changed.');
}

/** @returns why the live site does not work; undefined if it does */
async function makeLive(run: Run, manifest: Manifest, source: Source, earlier: readonly string[]) {
  const { account, site, wait, output } = run;
  output.step(`Make release ${manifest.release} live`);
  await account.switchTo(manifest, source, earlier);
  output.step(`Check ${site.origin}`);
  return site.fault(manifest, wait);
}

/** @throws {DeployError} if a deployment would silently undo what somebody else did, or change the site */
function requireIntended({ account, options }: Run, manifest: Manifest, changed: readonly string[]): void {
  const live = account.manifest(account.releases[0]);
  const isRollback = options.rollback !== undefined;
  const settings = live && differences(live.settings, manifest.settings, ['before', 'now']);
  const isOtherCopy = live?.commit && manifest.commit && !hasCommit(live.commit);
  const refusals: [isRefused: unknown, why: string][] = [
    [
      changed.length > 0 && !options.overwrite,
      `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then run the same command with --overwrite, which replaces them.`,
    ],
    [
      settings && !isRollback && !options['new-settings'],
      `This build has other settings than the live release:${settings}\nCorrect .env, or the secret DOTENV of the workflow. If you mean the change, add --new-settings.`,
    ],
    [
      // two people may deploy from two copies of the repository
      isOtherCopy && !isRollback && !options.overwrite,
      `The live release was made from commit ${live?.commit?.slice(0, 12)}, which this copy of the repository does not have.\nGet it first (git pull; in CI, fetch the whole history). To replace the release without it, add --overwrite.`,
    ],
  ];
  const refusal = refusals.find(([isRefused]) => isRefused);
  if (refusal) throw new DeployError(`${refusal[1]}\nNothing was uploaded.`);
}

/** The release that --rollback names. */
function wanted({ account, options }: Run): Manifest {
  const { releases } = account;
  const release = options.rollback || releases[1];
  const manifest = account.manifest(release);
  if (manifest !== undefined) return manifest;
  throw new DeployError(
    `The host has no release ${release ?? 'before the live one'}. It has: ${releases.join(', ') || 'none'} (the live one first).`,
  );
}

function tellCron({ places, site, output }: Run): void {
  output.say(`Now let cron run the worker every minute, with this line:
  * * * * * php ${places.private}/server/console work --once
(FTP may show a shorter path than PHP needs: the status page names the full one.)
If cron can only open addresses: ${site.endpoint}/contact_work.php, with authentication "Basic",
any user name, and HEALTH_TOKEN from .env as the password.
Then open ${site.endpoint}/contact_status.php with the same password: it says what else to do.`);
}

async function tidy({ account, pool, places, output }: Run): Promise<void> {
  output.step('Remove what is no longer needed');
  await account.tidy().catch((error: unknown) => {
    output.say(`Something was not removed: ${messageOf(error)}`);
  });
  const folder = `${places.private}/server`;
  const old = (await pool.main.list(folder))
    .map(({ name }) => name)
    .filter((name) => !['console', 'data'].includes(name));
  if (!old.includes('vendor')) return;
  output.say(
    `${folder} has the code of an upload by hand, which is no longer used. Delete there: ${old.join(', ')}. Keep console and data.`,
  );
}
