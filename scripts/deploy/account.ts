import { basename, dirname } from 'node:path/posix';
import { isAsset, isReplaced, type Manifest, type Places, parsed, paths, sha256 } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';
import { HTACCESS, ours, withOurs } from './htaccess.ts';
import type { Output } from './output.ts';
import type { Pool } from './pool.ts';

/** The app reloads a page whose assets are gone. */
const KEPT = 5;

/** private/deploy.json. What the releases uploaded is in their manifests. */
export interface HostRecord {
  /** The path from private to the document root. */
  readonly toDocumentRoot: string;
  /** The live release first, then the earlier ones. */
  readonly releases: readonly string[];
}

/** Reads a file of a release, by its path in the build. */
export type Source = (path: string, connection: Connection) => Promise<Buffer>;

/** The releases and code folders of earlier deployments on the host. */
export class Account {
  readonly #pool: Pool;
  readonly #places: Places;
  readonly #output: Output;
  /** The live release first, then the earlier ones. */
  releases: readonly string[] = [];
  /** Of every release on the host, by its name. */
  readonly #manifests = new Map<string, Manifest>();
  /** The hashes of replaced files on the host, by path in the build. */
  readonly #present = new Map<string, string>();

  static async read(pool: Pool, places: Places, output: Output): Promise<Account> {
    const account = new Account(pool, places, output);
    const record = await pool.main.read(`${places.private}/deploy.json`);
    account.releases = parsed<HostRecord>(record)?.releases ?? [];
    for (const { name } of await pool.main.list(`${places.private}/releases`)) {
      const file = await pool.main.read(places.in(name, 'manifest.json'));
      const manifest = parsed<Manifest>(file);
      if (manifest !== undefined) account.#manifests.set(name, manifest);
    }
    return account;
  }

  private constructor(pool: Pool, places: Places, output: Output) {
    this.#pool = pool;
    this.#places = places;
    this.#output = output;
  }

  manifest(release = ''): Manifest | undefined {
    return this.#manifests.get(release);
  }

  async #record(releases: readonly string[]): Promise<void> {
    this.releases = releases;
    const record: HostRecord = { toDocumentRoot: this.#places.toDocumentRoot, releases };
    await this.#pool.replace(`${this.#places.private}/deploy.json`, JSON.stringify(record));
  }

  #isOurs(path: string): boolean {
    const hash = this.#present.get(path);
    return [...this.#manifests.values()].some(({ files }) => files[path]?.hash === hash);
  }

  /** Reads the replaced files. @returns those that no deployment left there like this, by path on the host */
  async compare(manifest: Manifest): Promise<string[]> {
    this.#manifests.set(manifest.release, manifest);
    const known = [...this.#manifests.values()].flatMap(({ files }) => paths(files, isReplaced));
    await this.#pool.each(new Set(known), async (connection, path) => {
      const content = await connection.read(this.#places.of(path));
      const part = path === HTACCESS && content ? ours(content) : content;
      if (part !== undefined) this.#present.set(path, sha256(part));
    });
    return [...this.#present.keys()].filter((path) => !this.#isOurs(path)).map((path) => this.#places.of(path));
  }

  /** The replaced files whose content is another one on the host. */
  toReplace({ files }: Manifest): string[] {
    return paths(files, isReplaced).filter((path) => this.#present.get(path) !== files[path]?.hash);
  }

  /** The files of a release that the host lacks: paths on the host, with their path in the build. */
  async missing(manifest: Manifest): Promise<[place: string, path: string][]> {
    const added = [...this.#places.added(manifest)];
    const sizes = await this.#sizes(added.map(([place]) => place));
    return added.filter(([place, path]) => sizes.get(place) !== manifest.files[path]?.size);
  }

  async #sizes(places: readonly string[]): Promise<Map<string, number>> {
    const entries = await this.#pool.list(places.map((place) => dirname(place)));
    return new Map([...entries].map(([place, { size }]) => [place, size]));
  }

  /** Uploads what is missing. */
  async complete(manifest: Manifest, source: Source): Promise<void> {
    const file = this.#places.in(manifest.release, 'manifest.json');
    await this.#pool.makeFoldersOf([file], this.#places.base);
    await this.#pool.replace(file, JSON.stringify(manifest));
    await this.#record(this.releases);
    await this.#upload(await this.missing(manifest), source);
  }

  /** @param files paths on the host, with their path in the build */
  async #upload(files: readonly (readonly [place: string, path: string])[], source: Source): Promise<void> {
    const uploaded = new Map<string, number>();
    const counter = this.#output.counter(files.length);
    const places = files.map(([place]) => place);
    await this.#pool.makeFoldersOf(places, this.#places.base);
    await this.#pool.each(files, async (connection, [place, path]) => {
      const content = await source(path, connection);
      await connection.write(place, content);
      uploaded.set(place, content.length);
      counter.add(content.length);
    });
    counter.end();
    const sizes = await this.#sizes(places);
    const incomplete = places.filter((place) => sizes.get(place) !== uploaded.get(place));
    if (incomplete.length === 0) return;
    throw new DeployError(
      `These files have not arrived whole: ${incomplete.slice(0, 5).join(', ')}. The disk may be full or the quota used up. Check this, then run npm run deploy again.`,
    );
  }

  /**
   * Makes a release live: the files under temporary names first, then quick renames, then release.txt.
   * @param earlier the releases to go back to
   */
  async switchTo(manifest: Manifest, source: Source, earlier: readonly string[]): Promise<void> {
    const places = this.#places;
    const { release, code, files } = manifest;
    const wanted = this.toReplace(manifest).map((path) => {
      const place = places.of(path);
      return { path, place, temporary: `${dirname(place)}/.deploy-${basename(place)}` };
    });
    await this.#upload(
      wanted.map(({ path, temporary }) => [temporary, path]),
      async (path, connection) => {
        const content = await source(path, connection);
        return path === HTACCESS ? this.#mixed(content, connection) : content;
      },
    );
    const gone = [...this.#present.keys()].filter((path) => !files[path] && this.#isOurs(path));
    for (const { path, place, temporary } of wanted) {
      await this.#pool.rename(temporary, place);
      this.#present.set(path, files[path]?.hash ?? '');
    }
    await this.#pool.replace(`${places.private}/release.txt`, `${release} ${code}\n`);
    await this.#record([release, ...earlier]);
    for (const path of gone) {
      await this.#pool.main.remove(places.of(path));
      this.#present.delete(path);
    }
  }

  /** Others write into .htaccess too. */
  async #mixed(block: Buffer, connection: Connection): Promise<Buffer> {
    const place = this.#places.of(HTACCESS);
    const onHost = (await connection.read(place)) ?? Buffer.from('');
    if (this.#present.has(HTACCESS) && !this.#isOurs(HTACCESS)) {
      await connection.write(`${place}.old`, onHost);
      this.#output.say(`${place} was changed. It is kept as ${place}.old: copy from it what you need.`);
    }
    return withOurs(onHost, block);
  }

  /** Reads the copies on the host, for a rollback. */
  copiesOf({ release, files }: Manifest): Source {
    return async (path, connection) => {
      const copy = this.#places.in(release, path);
      const content = await connection.read(copy);
      if (content === undefined || sha256(content) !== files[path]?.hash) {
        throw new DeployError(`${copy} is missing or damaged: deploy this release again instead.`);
      }
      return content;
    };
  }

  /** Removes the assets, the code and the releases that no kept release needs. */
  async tidy(): Promise<void> {
    const releases = this.releases.slice(0, KEPT);
    const kept = releases.flatMap((name) => this.manifest(name) ?? []);
    if (this.manifest(releases[0]) === undefined) return;
    const used = new Set(kept.flatMap(({ files }) => Object.keys(files)));
    const assets = [...this.#manifests.values()].flatMap(({ files }) => paths(files, isAsset));
    const unused = new Set(assets.filter((path) => !used.has(path)));
    await this.#pool.each(unused, (connection, path) => connection.remove(this.#places.of(path)));
    await this.#keepOnly('releases', releases);
    const codes = kept.map(({ code }) => code);
    await this.#keepOnly('code', codes);
    await this.#record(releases);
  }

  async #keepOnly(name: string, kept: readonly string[]): Promise<void> {
    const { main } = this.#pool;
    const folder = `${this.#places.private}/${name}`;
    for (const entry of await main.list(folder)) {
      const isOurs = /^[0-9a-f]{12}$/.test(entry.name);
      if (isOurs && !kept.includes(entry.name)) await main.removeAll(`${folder}/${entry.name}`);
    }
  }
}
