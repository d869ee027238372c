import { basename, dirname } from 'node:path/posix';
import { isAsset, isReplaced, type Manifest, type Places, parsed, paths, sha256 } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';
import { HTACCESS, ours, withOurs } from './htaccess.ts';
import type { Lock } from './lock.ts';
import type { Output } from './output.ts';
import type { Pool } from './pool.ts';

const TEMPORARY = '.deploy-';
const KEPT = 3;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** private/deploy.json. What the releases uploaded is in their manifests. */
export interface HostRecord {
  /** The path from private to the document root. */
  readonly toDocumentRoot: string;
  /** The live release first, then the earlier ones. */
  readonly releases: readonly string[];
  /** Since when (ISO 8601) no kept release has used an asset, by path in the build. */
  readonly unused: Readonly<Record<string, string>>;
}

/** Reads a file of a release, by its path in the build. */
export type Source = (path: string, connection: Connection) => Promise<Buffer>;

/** The releases and code folders of earlier deployments on the host. */
export class Account {
  readonly #pool: Pool;
  readonly #places: Places;
  readonly #output: Output;
  #record: HostRecord;
  /** Of every release on the host, by its name. */
  readonly #manifests = new Map<string, Manifest>();
  /** The hashes of replaced files on the host, by path in the build. */
  readonly #present = new Map<string, string>();

  static async read(pool: Pool, places: Places, output: Output): Promise<Account> {
    const account = new Account(pool, places, output);
    const record = await pool.main.read(`${places.private}/deploy.json`);
    account.#record = parsed(record) ?? account.#record;
    for (const { name } of await pool.main.list(`${places.private}/releases`)) {
      const manifest = parsed<Manifest>(await pool.main.read(places.manifest(name)));
      if (manifest !== undefined) account.#manifests.set(name, manifest);
    }
    return account;
  }

  private constructor(pool: Pool, places: Places, output: Output) {
    this.#pool = pool;
    this.#places = places;
    this.#output = output;
    this.#record = { toDocumentRoot: places.toDocumentRoot, releases: [], unused: {} };
  }

  get releases(): readonly string[] {
    return this.#record.releases;
  }

  manifest(release: string): Manifest | undefined {
    return this.#manifests.get(release);
  }

  async #write(record: HostRecord): Promise<void> {
    this.#record = record;
    await this.#replace(`${this.#places.private}/deploy.json`, JSON.stringify(record));
  }

  /** Writes a file that others read at the same time. */
  async #replace(path: string, content: string): Promise<void> {
    await this.#pool.main.write(`${path}.new`, content);
    await this.#pool.main.rename(`${path}.new`, path);
  }

  /** The replaced files of all releases on the host. */
  #ours(): Set<string> {
    return new Set([...this.#manifests.values()].flatMap(({ files }) => paths(files, isReplaced)));
  }

  #isOurs(path: string): boolean {
    const hash = this.#present.get(path);
    return [...this.#manifests.values()].some(({ files }) => files[path]?.hash === hash);
  }

  /** Reads the replaced files. @returns those that no deployment left there like this, by path on the host */
  async compare(manifest: Manifest): Promise<string[]> {
    this.#manifests.set(manifest.release, manifest);
    const wanted = this.#ours();
    await this.#pool.each(wanted, async (connection, path) => {
      const content = await connection.read(this.#places.of(path));
      const part = path === HTACCESS && content ? ours(content) : content;
      if (part !== undefined) this.#present.set(path, sha256(part));
    });
    return [...wanted]
      .filter((path) => this.#present.has(path) && !this.#isOurs(path))
      .map((path) => this.#places.of(path));
  }

  /** The replaced files whose content is another one on the host. */
  toReplace({ files }: Manifest): string[] {
    return paths(files, isReplaced).filter((path) => this.#present.get(path) !== files[path]?.hash);
  }

  /** The files of a release that the host lacks, by size: paths on the host, with their path in the build. */
  async missing(manifest: Manifest): Promise<[place: string, path: string][]> {
    const places = this.#places;
    const { code, release, files } = manifest;
    const folders = [places.of('www/assets'), places.code(code), places.release(release)];
    const there = await this.#pool.walk(folders);
    return [...places.added(manifest)].filter(
      ([place, path]) => there.get(place)?.size !== files[path]?.size,
    );
  }

  /** Uploads what is missing. */
  async complete(manifest: Manifest, source: Source): Promise<void> {
    const places = this.#places;
    await this.#pool.makeFoldersOf([places.manifest(manifest.release)], places.base);
    await this.#replace(places.manifest(manifest.release), JSON.stringify(manifest));
    await this.#write(this.#record);
    await this.#upload(await this.missing(manifest), source);
  }

  /** @param files paths on the host, with their path in the build */
  async #upload(
    files: readonly (readonly [place: string, path: string])[],
    source: Source,
  ): Promise<void> {
    const places = files.map(([place]) => place);
    const sizes = new Map<string, number>();
    const counter = this.#output.counter(files.length);
    await this.#pool.makeFoldersOf(places, this.#places.base);
    await this.#pool.each(files, async (connection, [place, path]) => {
      const content = await source(path, connection);
      await connection.write(place, content);
      sizes.set(place, content.length);
      counter.add(content.length);
    });
    counter.end();
    const there = await this.#pool.list(places.map((place) => dirname(place)));
    const wrong = places.filter((place) => there.get(place)?.size !== sizes.get(place));
    if (wrong.length === 0) return;
    throw new DeployError(
      `These files have not arrived whole: ${wrong.slice(0, 5).join(', ')}. The disk may be full or the quota used up. Check this, then run npm run deploy again.`,
    );
  }

  /** Makes a release live: the files under temporary names first, then quick renames, then release.txt. */
  async switchTo(manifest: Manifest, source: Source, lock: Lock): Promise<void> {
    const { main } = this.#pool;
    const places = this.#places;
    const { release, code, files } = manifest;
    const wanted = this.toReplace(manifest).map((path) => {
      const place = places.of(path);
      return { path, place, temporary: `${dirname(place)}/${TEMPORARY}${basename(place)}` };
    });
    await this.#upload(
      wanted.map(({ path, temporary }) => [temporary, path]),
      async (path, connection) => {
        const content = await source(path, connection);
        return path === HTACCESS ? this.#mixed(content, connection) : content;
      },
    );
    await lock.check(main);
    for (const { path, place, temporary } of wanted) {
      await main.rename(temporary, place);
      this.#present.set(path, files[path]?.hash ?? '');
    }
    await this.#replace(`${places.private}/release.txt`, `${release} ${code}\n`);
    const releases = [release, ...this.releases.filter((name) => name !== release)];
    await this.#write({ ...this.#record, releases });
  }

  /** Others write into .htaccess too. */
  async #mixed(block: Buffer, connection: Connection): Promise<Buffer> {
    const place = this.#places.of(HTACCESS);
    const onHost = (await connection.read(place)) ?? Buffer.from('');
    if (this.#present.has(HTACCESS) && !this.#isOurs(HTACCESS)) {
      await connection.write(`${place}.old`, onHost);
      this.#output.say(
        `${place} was changed. It is kept as ${place}.old: copy from it what you need.`,
      );
    }
    return withOurs(onHost, block);
  }

  /** Reads the copies on the host, for a rollback. */
  copiesOf({ release, files }: Manifest): Source {
    return async (path, connection) => {
      const copy = this.#places.copy(release, path);
      const content = await connection.read(copy);
      if (content === undefined || sha256(content) !== files[path]?.hash) {
        throw new DeployError(`${copy} is missing or damaged: deploy this release again instead.`);
      }
      return content;
    };
  }

  /** Gives up the releases before this one. */
  forget(release: string): void {
    const at = this.releases.indexOf(release);
    this.#record = { ...this.#record, releases: this.releases.slice(Math.max(at, 0)) };
  }

  /** Removes what no kept release needs: pages, assets after a week, code and releases. */
  async tidy(now: number): Promise<void> {
    const places = this.#places;
    const releases = this.releases.slice(0, KEPT);
    const kept = releases.flatMap((name) => this.manifest(name) ?? []);
    const live = this.manifest(releases[0] ?? '');
    if (live === undefined) return;
    const gone = [...this.#ours()].filter(
      (path) => live.files[path] === undefined && this.#present.has(path) && this.#isOurs(path),
    );
    const used = new Set(kept.flatMap(({ files }) => paths(files, isAsset)));
    const since: Record<string, string> = {};
    for (const { files } of this.#manifests.values())
      for (const path of paths(files, isAsset)) since[path] = new Date(now).toISOString();
    const unused = Object.entries({ ...since, ...this.#record.unused }).filter(
      ([path]) => !used.has(path),
    );
    const isOld = ([, time]: [string, string]) => now - Date.parse(time) > WEEK;
    const removed = [...gone, ...unused.filter(isOld).map(([path]) => path)];
    await this.#pool.each(removed, (connection, path) => connection.remove(places.of(path)));
    await this.#keepOnly('releases', releases);
    await this.#keepOnly(
      'code',
      kept.map(({ code }) => code),
    );
    const stillThere = Object.fromEntries(unused.filter((one) => !isOld(one)));
    await this.#write({ ...this.#record, releases, unused: stillThere });
  }

  async #keepOnly(name: string, kept: readonly string[]): Promise<void> {
    const { main, heartbeat } = this.#pool;
    const folder = `${this.#places.private}/${name}`;
    for (const entry of await main.list(folder)) {
      const isOurs = entry.isFolder && /^[0-9a-f]{12}$/.test(entry.name);
      if (!isOurs || kept.includes(entry.name)) continue;
      await main.removeFolder(`${folder}/${entry.name}`);
      await heartbeat(main);
    }
  }
}
