import { parseArgs } from 'node:util';
import { builtWith } from '../serving.ts';
import { Account } from './account.ts';
import { differences, isAsset, type Manifest, placeOf, readBuild, titleOf } from './build.ts';
import { LiveSite } from './checks.ts';
import type { Login } from './connection.ts';
import { DeployError, messageOf, UsageError } from './deployError.ts';
import { prepareEnvironment, requireEnvironment, requireUploadable } from './endpointSettings.ts';
import { locked, unlessStopped } from './lock.ts';
import { makePrivate, requireFolder, requireOwn } from './owner.ts';
import { Pool } from './pool.ts';
import { readTarget, type Target } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

export const OPTIONS = {
  'no-build': { type: 'boolean', default: false },
  first: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
  'new-settings': { type: 'boolean', default: false },
  'not-based-on-live': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rollback: { type: 'boolean', default: false },
} as const;
/** A rollback brings back what is on the host. */
const NOT_WITH_ROLLBACK = ['no-build', 'first', 'sample', 'new-settings', 'not-based-on-live'] as const;

type Around = Surroundings & { readonly login: Login };

/** The host, the connections and the options of one run. */
interface Run extends Around {
  readonly options: ReturnType<typeof readOptions>;
  readonly target: Target;
  readonly liveSite: LiveSite;
  readonly pool: Pool;
  readonly account: Account;
}

/** @throws {DeployError} that says what happened and what to do */
export async function deploy(args: readonly string[], around: Around): Promise<void> {
  const { variables, output } = around;
  const options = readOptions(args, variables);
  const target = readTarget(variables, options.first);
  if (options.first) requireUploadable(variables);
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
  const open = await around.login(target, around);
  const pool = await Pool.connect(`${target.host}:${target.port}`, open);
  const account = new Account({ pool, target, output });
  const run: Run = { ...around, pool, account, liveSite: new LiveSite(around) };
  try {
    await unlessStopped(stop, requireAccount(run), 'Nothing was uploaded.');
    await (options['dry-run'] ? bring(run) : locked(run, open, () => bring(run)));
  } finally {
    pool.close();
  }
}

async function requireAccount({ pool, target, options }: Run): Promise<void> {
  await requireFolder(pool.main, target);
  await requireOwn(pool.main, target, options['new-settings']);
  if (!options['dry-run']) await makePrivate(pool, target);
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

async function bring(run: Run): Promise<void> {
  const { account, liveSite, target, output, options } = run;
  const { releases } = account;
  await account.read();
  output.step('Compare with the host');
  const manifest = options.rollback ? toRollBackTo(run) : await built(run);
  releases.manifests.set(manifest.release, manifest);
  const changed = await account.compare();
  if (options['dry-run']) return show(run, manifest, changed);
  requireUnchanged(run, changed);
  const isUnchanged = releases.isLive(manifest) && account.toReplace(manifest).length === 0;
  if (!options.rollback) {
    await prepareEnvironment(run);
    output.step(`Upload release ${manifest.release}`);
    await account.complete(manifest, run.dist);
  }
  const fault = await makeLive(run, manifest, options.rollback ? releases.rollBack : releases.begin);
  if (options.first) tellFirst(run);
  if (fault !== undefined) throw await afterFault(run, fault, manifest, isUnchanged);
  await releases.passed(manifest);
  if (!options.rollback) await tidy(run);
  const isAtName = await liveSite.tellVisitors(manifest);
  output.say(
    `Release ${titleOf(manifest)} is live ${isAtName ? `at ${target.siteUrl}` : `on ${target.checkAddress}`}.`,
  );
}

function toRollBackTo({ account: { releases }, output }: Run): Manifest {
  const { live, beforeLive } = releases;
  if (beforeLive === undefined) throw new DeployError('The host has no release before the live one.');
  if (live !== undefined) output.say(`The live release is ${titleOf(live)}.`);
  return beforeLive;
}

/** Builds the site when nothing refuses it any more, because that takes minutes. */
async function built(run: Run): Promise<Manifest> {
  const { account, liveSite, pool, dist, target, output, options, repository } = run;
  if (!options['dry-run']) {
    await requireIntended(run);
    requireUnchanged(run, await account.compare());
    await requireEnvironment(run);
    await liveSite.requireServed(pool.main);
  }
  const origin = repository.origin();
  if (!options['no-build']) {
    output.step('Build the site');
    await run.build();
    await pool.reconnect();
  }
  const build = await readBuild(dist, target, async (claims) => {
    if (options.sample) return true;
    return (await run.ask?.confirm(`${claims}\nPublish this at ${target.siteUrl} all the same?`)) === true;
  });
  return { ...build, ...origin };
}

function tellFirst({ output, target }: Run): void {
  const { siteUrl, servicePrefix, checkLogin } = target;
  output.toDo(`Let cron run the worker, and email you what it prints:
* * * * * php ${target.private}/server/console work
If your login sees only a part of the host, the path is longer. ${
    checkLogin === undefined
      ? `The status page names the whole line, an address for hosts whose cron only opens addresses, and what else to do: open\n${siteUrl}${servicePrefix}/contact_work.php?doctor with any user name, and HEALTH_TOKEN as the password.`
      : 'For what else to do, run on the host, in private: php server/console doctor'
  }`);
  if (checkLogin !== undefined) {
    output.toDo(
      `This copy emails its enquiries to MAIL_TO in ${target.private}/.env, as the live site does. Give it an address of yours, so that no test reaches the sales team.`,
    );
  }
}

/** Makes the last good release live. @returns what happened */
async function afterFault(run: Run, fault: string, manifest: Manifest, isUnchanged: boolean): Promise<DeployError> {
  const { releases } = run.account;
  const good = releases.firstGood;
  if (good === undefined) {
    return new DeployError(`${fault}\nRelease ${manifest.release} is live, and this check failed.`);
  }
  if (good.release === manifest.release) {
    await releases.settle();
    const outcome = isUnchanged ? 'was live before, and nothing was changed' : 'is live';
    return new DeployError(
      `${fault}\nRelease ${titleOf(good)} ${outcome}. It passed this check before, so the cause is on the host. Fix it there, then run npm run deploy again.`,
    );
  }
  try {
    const still = await makeLive(run, good, releases.begin);
    await releases.settle();
    const outcome = still === undefined ? 'is live again.' : `was brought back, but: ${still}`;
    return new DeployError(`${fault}\nRelease ${titleOf(good)} ${outcome}`);
  } catch (error) {
    return new DeployError(`${fault}\nRelease ${titleOf(good)} could not be brought back: ${messageOf(error)}`);
  }
}

async function show(run: Run, manifest: Manifest, changed: readonly string[]) {
  const { account, target, options, output, repository } = run;
  const { live } = account.releases;
  output.say(`Release ${titleOf(manifest)}; the live one is ${live ? titleOf(live) : 'not known'}.`);
  const conflict = live && !options.rollback && repository.conflictWith(live);
  if (conflict) output.say(conflict);
  if (options.first) output.say(`  new       ${target.private}/.env, if it is not there`);
  for (const [place, path] of await account.missing(manifest)) if (isAsset(path)) output.say(`  new       ${place}`);
  for (const path of account.toReplace(manifest)) output.say(`  replaced  ${placeOf(target, path)}`);
  for (const place of changed) output.say(`  changed on the host, not by a deployment: ${place}`);
  output.say('Nothing was changed.');
}

/** @param begin of Releases @returns why the live site does not work; undefined if it does */
async function makeLive(run: Run, manifest: Manifest, begin: (manifest: Manifest) => Promise<void>) {
  const { account, liveSite, target, output } = run;
  output.step(`Make release ${titleOf(manifest)} live`);
  await account.switchTo(manifest, begin);
  output.step(`Check ${target.siteUrl}`);
  return liveSite.fault(manifest);
}

/** @throws {DeployError} if a deployment would undo what somebody else deployed, or change the site */
async function requireIntended({ account, target, options, repository, ask, output }: Run): Promise<void> {
  const { live } = account.releases;
  if (live === undefined) return;
  const settings = differences(live.settings, builtWith(target));
  if (settings && !options['new-settings']) {
    throw new DeployError(
      `This build has other settings than the live release:${settings}\nCorrect .env, or the secret DOTENV of the workflow. If you mean the change, add --new-settings.\nNothing was uploaded.`,
    );
  }
  const conflict = repository.conflictWith(live);
  if (conflict === undefined || options['not-based-on-live']) return;
  if (ask === undefined) {
    throw new DeployError(
      `${conflict}\nTo replace the live release without these changes, add --not-based-on-live.\nNothing was uploaded.`,
    );
  }
  output.say(conflict);
  if (!(await ask.confirm('Replace the live release without these changes?'))) {
    throw new DeployError('The live release was not replaced. Nothing was uploaded.');
  }
}

/** @param changed files on the host @throws {DeployError} if a deployment would undo these changes */
function requireUnchanged({ options }: Run, changed: readonly string[]): void {
  if (changed.length === 0 || options.overwrite) return;
  throw new DeployError(
    `These files on the host were not left there like this by a deployment:\n  ${changed.join('\n  ')}\nCopy what you need of them. Then run the same command with --overwrite, which replaces them.\nNothing was uploaded.`,
  );
}

async function tidy({ account, pool, target, output }: Run): Promise<void> {
  output.step('Remove what is no longer needed');
  try {
    await account.tidy();
    const folder = `${target.private}/server`;
    const names = (await pool.main.list(folder)).map(({ name }) => name);
    if (!names.includes('vendor')) return;
    const old = names.filter((name) => name !== 'console' && name !== 'data');
    output.toDo(
      `${folder} has the code of an upload by hand, which is no longer used. Delete there: ${old.join(', ')}. Keep console and data.`,
    );
  } catch (error) {
    output.toDo(`Something was not removed: ${messageOf(error)}`);
  }
}
