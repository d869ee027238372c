import { basename, dirname } from 'node:path/posix';
import { isReplaced, type Manifest, type Places, paths } from './build.ts';
import type { Connection, Entry } from './connection.ts';
import { DeployError } from './deployError.ts';
import type { Lock } from './lock.ts';
import type { Output } from './output.ts';
import type { Pool } from './pool.ts';
import {
  type HostRecord,
  replace,
  type Stamp,
  sha256,
  stampOf,
  withoutPanelBlocks,
  withPanelBlocks,
  writeRecord,
} from './record.ts';

const TEMPORARY = '.deploy-';
const HTACCESS = 'www/.htaccess';

/** Reads a file of the release, by its path in the build. */
export type Source = (path: string, connection: Connection) => Promise<Buffer>;

export interface Account {
  readonly pool: Pool;
  readonly places: Places;
  /** Replaced files on the host and their neighbours, by path on the host. */
  readonly present: Map<string, Entry>;
  record: HostRecord;
}

/** The replaced files of a release and of the record, as they are on the host. */
export async function look(
  pool: Pool,
  places: Places,
  record: HostRecord,
  manifest: Manifest,
): Promise<Map<string, Entry>> {
  const wanted = [...paths(manifest.files, isReplaced), ...Object.keys(record.files)];
  return pool.list(
    wanted.map((path) => dirname(places.of(path))),
    true,
  );
}

/** The replaced files that are on the host and that no deployment left there like this. */
export async function changedFiles(account: Account, { files }: Manifest): Promise<string[]> {
  const { places, present, record, pool } = account;
  const changed: string[] = [];
  for (const path of new Set([...paths(files, isReplaced), ...Object.keys(record.files)])) {
    const entry = present.get(places.of(path));
    if (entry === undefined || stampOf(record, path, entry) !== undefined) continue;
    const isKnown = record.files[path] !== undefined || record.next?.[path] !== undefined;
    // such as an upload of the same build by hand
    if (!isKnown && entry.size === files[path]?.size) continue;
    if (path === HTACCESS && (await hasOnlyPanelBlocks(account))) continue;
    changed.push(places.of(path));
  }
  await pool.heartbeat(pool.main);
  return changed;
}

async function hasOnlyPanelBlocks({ pool, places, record }: Account): Promise<boolean> {
  const text = async (path: string) =>
    withoutPanelBlocks((await pool.main.read(path))?.toString() ?? '');
  const [live] = record.releases;
  const onHost = await text(places.of(HTACCESS));
  return onHost === (live === undefined ? '' : await text(places.copy(live, HTACCESS)));
}

/** Uploads what a release adds and the host lacks, by sizes, and then compares all sizes. */
export async function complete(
  { pool, places }: Account,
  manifest: Manifest,
  source: Source,
  output: Output,
): Promise<void> {
  const { files, code, release } = manifest;
  const sizeOf = (path: string) => files[path]?.size ?? 0;
  const added = places.added(manifest);
  const findMissing = async () => {
    const there = new Map<string, Entry>();
    for (const folder of [places.of('www/assets'), places.code(code), places.release(release)]) {
      for (const [place, entry] of await pool.walk(folder)) there.set(place, entry);
    }
    return [...added].filter(([place, path]) => there.get(place)?.size !== sizeOf(path));
  };
  const missing = await findMissing();
  if (missing.length === 0) return;
  const counter = output.counter(missing.map(([, path]) => sizeOf(path)));
  await pool.makeFoldersOf(
    missing.map(([place]) => place),
    places.base,
  );
  await pool.each(missing, async (connection, [place, path]) => {
    await connection.write(place, await source(path, connection));
    counter.add(sizeOf(path));
  });
  counter.end();
  const wrong = await findMissing();
  if (wrong.length > 0) throw incomplete(wrong.map(([place]) => place));
}

const incomplete = (names: readonly string[]) =>
  new DeployError(
    `These files have not arrived whole: ${names.slice(0, 5).join(', ')}. The disk may be full or the quota used up. Check this, then run npm run deploy again.`,
  );

/** The replaced files whose content is another one on the host. */
export const filesToReplace = ({ places, present, record }: Account, { files }: Manifest) =>
  paths(files, isReplaced).filter(
    (path) => stampOf(record, path, present.get(places.of(path)))?.hash !== files[path]?.hash,
  );

/** Makes a release live: the files under temporary names first, then quick renames, then release.txt. */
export async function switchTo(
  account: Account,
  manifest: Manifest,
  {
    source,
    releases,
    lock,
    output,
  }: { source: Source; releases: readonly string[]; lock: Lock; output: Output },
): Promise<void> {
  const { pool, places, present } = account;
  const wanted = filesToReplace(account, manifest);
  const temporary = (path: string) => {
    const place = places.of(path);
    return `${dirname(place)}/${TEMPORARY}${basename(place)}`;
  };
  const sizes = new Map<string, number>();
  const counter = output.counter(wanted.map((path) => manifest.files[path]?.size ?? 0));
  await pool.makeFoldersOf(wanted.map(places.of, places), places.base);
  await pool.each(wanted, async (connection, path) => {
    let content = await source(path, connection);
    if (path === HTACCESS)
      content = withPanelBlocks(content, await connection.read(places.of(path)));
    await connection.write(temporary(path), content);
    sizes.set(path, content.length);
    counter.add(content.length);
  });
  counter.end();
  const uploaded = await pool.list(
    wanted.map((path) => dirname(places.of(path))),
    true,
  );
  const wrong = wanted.filter((path) => uploaded.get(temporary(path))?.size !== sizes.get(path));
  if (wrong.length > 0) throw incomplete(wrong.map(temporary));

  const files: Record<string, Stamp> = {};
  for (const path of paths(manifest.files, isReplaced)) {
    const entry = uploaded.get(temporary(path)) ?? present.get(places.of(path));
    const hash = manifest.files[path]?.hash ?? '';
    files[path] = { hash, size: entry?.size ?? 0, time: entry?.time ?? 0 };
  }
  const { assets, files: before } = account.record;
  // what an earlier release had stays in the record until tidy() has removed it
  account.record = { releases: account.record.releases, files: before, next: files, assets };
  await lock.check(pool.main);
  await writeRecord(pool.main, places, account.record);
  for (const path of wanted) {
    await pool.main.rename(temporary(path), places.of(path));
    present.set(places.of(path), {
      ...(uploaded.get(temporary(path)) as Entry),
      name: basename(path),
    });
  }
  const live = `${manifest.release} ${manifest.code}\n`;
  await replace(pool.main, places.releaseFile, live);
  account.record = { releases, files: { ...before, ...files }, assets };
  await writeRecord(pool.main, places, account.record);
}

/** Reads the copies on the host, for a rollback. */
export const copiesOf =
  ({ places }: Account, { release, files }: Manifest): Source =>
  async (path, connection) => {
    const copy = places.copy(release, path);
    const content = await connection.read(copy);
    if (content === undefined || sha256(content) !== files[path]?.hash) {
      throw new DeployError(`${copy} is missing or damaged: deploy this release again instead.`);
    }
    return content;
  };

export async function readManifest(
  { pool, places }: Pick<Account, 'pool' | 'places'>,
  release: string,
): Promise<Manifest | undefined> {
  const text = await pool.main.read(places.manifest(release));
  return text && JSON.parse(text.toString());
}

const KEPT = 3;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Removes what no kept release needs: pages, assets after a week, code and releases. */
export async function tidy(account: Account, live: Manifest, now: number): Promise<void> {
  const { pool, places, present, record } = account;
  const releases = record.releases.slice(0, KEPT);
  const kept: Manifest[] = [];
  for (const name of releases) {
    const manifest = await readManifest(account, name);
    if (manifest !== undefined) kept.push(manifest);
  }
  const used = new Set([live, ...kept].flatMap(({ files }) => Object.keys(files)));
  const gone = Object.keys(record.files).filter((path) => live.files[path] === undefined);
  const ours = gone
    .map((path) => [path, places.of(path)] as const)
    .filter(([path, place]) => stampOf(record, path, present.get(place)) !== undefined)
    .map(([, place]) => place);
  const left = [...present.keys()].filter(
    (place) => basename(place).startsWith(TEMPORARY) && !present.get(place)?.isFolder,
  );
  const assets: Record<string, string> = {};
  const old: string[] = [];
  for (const [path, since] of Object.entries(record.assets)) {
    if (used.has(path)) assets[path] = '';
    else if (since !== '' && now - Date.parse(since) > WEEK) old.push(places.of(path));
    else assets[path] = since || new Date(now).toISOString();
  }
  await pool.each([...ours, ...left, ...old], (connection, place) => connection.remove(place));
  const files = Object.fromEntries(
    Object.entries(record.files).filter(([path]) => live.files[path] !== undefined),
  );
  const keptCode = new Set([live, ...kept].map(({ code }) => code));
  await removeFolders(pool, `${places.private}/releases`, new Set(releases));
  await removeFolders(pool, `${places.private}/code`, keptCode);
  account.record = { releases, files, assets };
  await writeRecord(pool.main, places, account.record);
}

async function removeFolders(pool: Pool, folder: string, kept: ReadonlySet<string>) {
  const old = (await pool.main.list(folder)).filter(
    ({ name, isFolder }) => isFolder && /^[0-9a-f]{12}$/.test(name) && !kept.has(name),
  );
  for (const { name } of old) {
    await pool.main.removeFolder(`${folder}/${name}`);
    await pool.heartbeat(pool.main);
  }
}
