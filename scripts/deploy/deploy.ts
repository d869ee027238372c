import { parseArgs } from 'node:util';
import { Account } from './account.ts';
import { differences, hasCommit, isAsset, type Manifest, placeOf, readBuild, titleOf } from './build.ts';
import { LiveSite } from './checks.ts';
import type { Connection } from './connection.ts';
import { DeployError, messageOf, UsageError } from './deployError.ts';
import { prepareEnvironment } from './endpointSettings.ts';
import { loginByFtp } from './ftp.ts';
import { locked, unlessStopped } from './lock.ts';
import { makePrivate, requireFolder, requireOwn } from './owner.ts';
import { Pool } from './pool.ts';
import { readTarget, type Target } from './settings.ts';
import { loginBySftp } from './sftp.ts';
import type { Surroundings } from './surroundings.ts';

export const OPTIONS = {
  'no-build': { type: 'boolean', default: false },
  first: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
  'new-settings': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rollback: { type: 'boolean', default: false },
} as const;
/** A rollback brings back what is on the host. */
const NOT_WITH_ROLLBACK = ['no-build', 'first', 'sample', 'new-settings'] as const;

/** The host, the connections and the options of one run. */
interface Run extends Surroundings {
  readonly options: ReturnType<typeof readOptions>;
  readonly target: Target;
  readonly liveSite: LiveSite;
  readonly pool: Pool;
  readonly account: Account;
}

/** @throws {DeployError} that says what happened and what to do */
export async function deploy(args: readonly string[], around: Surroundings): Promise<void> {
  const { variables, output } = around;
  const options = readOptions(args, variables);
  const target = readTarget(variables, options.first);
  try {
    await connected({ ...around, options, target });
  } finally {
    output.end();
  }
}

type Begun = Omit<Run, 'liveSite' | 'pool' | 'account'>;

async function connected(around: Begun): Promise<void> {
  const { target, options, output, stop } = around;
  output.step(`Connect to ${target.host} as ${target.user}`);
  const login = target.protocol === 'sftp' ? loginBySftp : loginByFtp;
  const open = await login(target, around);
  const build = await unlessStopped(stop, readied(around, open), 'Nothing was uploaded.');
  // a new connection: some hosts close one that is idle during the build
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  const account = new Account({ pool, target, output });
  const run: Run = { ...around, pool, account, liveSite: new LiveSite(around) };
  const work = async () => {
    await account.read();
    await bring(run, build);
  };
  try {
    await (options['dry-run'] ? work() : locked(run, open, work));
  } finally {
    pool.close();
  }
}

/** Checks the login and the account before the build, which takes longer. @returns undefined for a rollback */
async function readied(around: Begun, open: () => Promise<Connection>): Promise<Manifest | undefined> {
  const { target, options, output } = around;
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  try {
    await requireFolder(pool.main, target);
    await requireOwn(pool.main, target, options['new-settings']);
    if (!options['dry-run']) await makePrivate(pool, target);
  } finally {
    pool.close();
  }
  if (options.rollback) return undefined;
  if (!options['no-build']) {
    output.step('Build the site');
    await around.build();
  }
  return readBuild(around.dist, target, options.sample);
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
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const senseless = NOT_WITH_ROLLBACK.filter((name) => values[name]);
    if (!values.rollback || senseless.length === 0) return values;
    throw new Error(`--rollback brings back what is on the host: leave ${list(senseless)} away.`);
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\nThe options are ${list(Object.keys(OPTIONS))} (docs/deploy.md).`);
  }
}

/** @param build undefined for a rollback */
async function bring(run: Run, build: Manifest | undefined): Promise<void> {
  const { account, liveSite, pool, dist, target, output, options } = run;
  const manifest = build ?? account.manifests.get(account.releases[1] ?? '');
  if (manifest === undefined) throw new DeployError('The host has no release before the live one.');
  const { release } = manifest;
  const live = account.manifests.get(account.releases[0] ?? '');
  output.step('Compare with the host');
  if (build === undefined && live !== undefined) output.say(`The live release is ${titleOf(live)}.`);
  const changed = await account.compare(manifest);
  if (options['dry-run']) return show(run, manifest, changed);
  requireIntended(run, manifest, changed);
  const earlier = build ? account.releases.filter((name) => name !== release) : account.releases.slice(2);
  if (build !== undefined) {
    await liveSite.requireServed(pool.main);
    await prepareEnvironment(run);
    output.step(`Upload release ${release}`);
    await account.complete(manifest, dist);
  }
  const fault = await makeLive(run, manifest, earlier);
  if (options.first) tellCron(run);
  if (fault !== undefined) throw await withPrevious(run, fault, manifest, build ? earlier : []);
  if (build !== undefined) await tidy(run);
  const isAtName = await liveSite.tellVisitors(manifest);
  output.say(
    `Release ${titleOf(manifest)} is live ${isAtName ? `at ${target.siteUrl}` : `on ${target.checkAddress}`}.`,
  );
}

function tellCron({ output, target }: Run): void {
  output.toDo(`Let cron run the worker, and email you what it prints:
* * * * * php ${target.private}/server/console work
If your login sees only a part of the host, the path is longer. The status page names the whole line, an address for hosts whose cron only opens addresses, and what else to do: open
${target.siteUrl}${target.servicePrefix}/contact_work.php?doctor with any user name, and HEALTH_TOKEN as the password.`);
}

/** Brings the previous release back. @returns what happened */
async function withPrevious(run: Run, fault: string, { release }: Manifest, earlier: readonly string[]) {
  const previous = run.account.manifests.get(earlier[0] ?? '');
  if (previous === undefined) return new DeployError(`${fault}\nRelease ${release} is live, and this check failed.`);
  const still = await makeLive(run, previous, earlier.slice(1));
  const outcome = still === undefined ? 'is live again.' : `was brought back, but: ${still}`;
  return new DeployError(`${fault}\nRelease ${titleOf(previous)} ${outcome}`);
}

async function show(run: Run, manifest: Manifest, changed: readonly string[]) {
  const { account, target, options, output } = run;
  const live = account.manifests.get(account.releases[0] ?? '');
  output.say(`Release ${titleOf(manifest)}; the live one is ${live ? titleOf(live) : 'not known'}.`);
  if (options.first) output.say(`  new       ${target.private}/.env, if it is not there`);
  for (const [place, path] of await account.missing(manifest)) if (isAsset(path)) output.say(`  new       ${place}`);
  for (const path of account.toReplace(manifest)) output.say(`  replaced  ${placeOf(target, path)}`);
  for (const place of changed) output.say(`  changed on the host, not by a deployment: ${place}`);
  output.say('Nothing was changed.');
}

/** @returns why the live site does not work; undefined if it does */
async function makeLive(run: Run, manifest: Manifest, earlier: readonly string[]) {
  const { account, liveSite, target, output } = run;
  output.step(`Make release ${titleOf(manifest)} live`);
  await account.switchTo(manifest, earlier);
  output.step(`Check ${target.siteUrl}`);
  return liveSite.fault(manifest);
}

/** @throws {DeployError} if a deployment would silently undo what somebody else did, or change the site */
function requireIntended({ account, options }: Run, manifest: Manifest, changed: readonly string[]): void {
  const live = account.manifests.get(account.releases[0] ?? '');
  const settings = live && differences(live.settings, manifest.settings);
  const isOtherCopy = live?.commit && manifest.commit && !hasCommit(live.commit);
  const refusals: [isRefused: unknown, why: string][] = [
    [
      changed.length > 0 && !options.overwrite,
      `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then run the same command with --overwrite, which replaces them.`,
    ],
    [
      settings && !options.rollback && !options['new-settings'],
      `This build has other settings than the live release:${settings}\nCorrect .env, or the secret DOTENV of the workflow. If you mean the change, add --new-settings.`,
    ],
    [
      // two people may deploy from two copies of the repository
      isOtherCopy && !options.rollback && !options.overwrite,
      `The live release was made from commit ${live?.commit?.slice(0, 12)}, which this copy of the repository does not have.\nGet it first (git pull; in CI, fetch the whole history). To replace the release without it, add --overwrite.`,
    ],
  ];
  const refusal = refusals.find(([isRefused]) => isRefused);
  if (refusal) throw new DeployError(`${refusal[1]}\nNothing was uploaded.`);
}

async function tidy({ account, pool, target, output }: Run): Promise<void> {
  output.step('Remove what is no longer needed');
  await account.tidy().catch((error: unknown) => {
    output.toDo(`Something was not removed: ${messageOf(error)}`);
  });
  const folder = `${target.private}/server`;
  const names = (await pool.main.list(folder)).map(({ name }) => name);
  if (!names.includes('vendor')) return;
  const old = names.filter((name) => name !== 'console' && name !== 'data');
  output.toDo(
    `${folder} has the code of an upload by hand, which is no longer used. Delete there: ${old.join(', ')}. Keep console and data.`,
  );
}
