import { basename, dirname } from 'node:path/posix';
import { addedFiles, builtFile, isAsset, isReplaced, type Manifest, paths, placeIn, placeOf, sha256 } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';
import { HTACCESS, ours, withOurs } from './htaccess.ts';
import type { Output } from './output.ts';
import { isOfSite } from './owner.ts';
import type { Pool } from './pool.ts';
import { manifestsIn, Releases } from './releases.ts';
import type { Target } from './settings.ts';

interface Around {
  readonly pool: Pool;
  readonly target: Target;
  readonly output: Output;
}

/** The files on the host. */
export class Account {
  readonly #run: Around;
  readonly releases: Releases;
  /** Of releases in a folder private that is no longer used. */
  readonly #left: Manifest[] = [];
  /** The replaced files that were read, by path in the build. */
  readonly #compared = new Set<string>();
  /** The hashes of replaced files on the host, by path in the build. */
  readonly #present = new Map<string, string>();

  constructor(run: Around) {
    this.#run = run;
    this.releases = new Releases(run);
  }

  /** Reads what earlier deployments left. */
  async read(): Promise<void> {
    const { pool, target } = this.#run;
    await this.releases.read();
    for (const folder of target.otherPrivates) {
      if (await isOfSite(pool.main, { ...target, private: folder })) await this.#readLeft(folder);
    }
  }

  /** Files in the document root that came from there are ours. */
  async #readLeft(folder: string): Promise<void> {
    this.#left.push(...(await manifestsIn(this.#run.pool, folder)));
    const { private: now } = this.#run.target;
    this.#run.output.toDo(
      `${folder} was left by an earlier deployment of this site, and ${now} is used instead of it. Add the enquiries that it holds, if there are any: php server/console restore ${folder}/server/data/enquiries.sqlite. Take over what you changed in ${folder}/.env, then delete ${folder}.`,
    );
  }

  get #manifests(): readonly Manifest[] {
    return [...this.releases.manifests.values(), ...this.#left];
  }

  #isOurs(path: string): boolean {
    const hash = this.#present.get(path);
    return this.#manifests.some(({ files }) => files[path]?.hash === hash);
  }

  /** Reads the replaced files of all known releases. @returns those that no deployment left there like this */
  async compare(): Promise<string[]> {
    const known = this.#manifests.flatMap(({ files }) => paths(files, isReplaced));
    const unread = new Set(known.filter((path) => !this.#compared.has(path)));
    await this.#run.pool.each(unread, async (connection, path) => {
      const content = await connection.read(placeOf(this.#run.target, path));
      const part = path === HTACCESS && content ? ours(content) : content;
      if (part !== undefined) this.#present.set(path, sha256(part));
      this.#compared.add(path);
    });
    return [...this.#present.keys()]
      .filter((path) => !this.#isOurs(path))
      .map((path) => placeOf(this.#run.target, path));
  }

  /** The replaced files whose content is another one on the host. */
  toReplace({ files }: Manifest): string[] {
    return paths(files, isReplaced).filter((path) => this.#present.get(path) !== files[path]?.hash);
  }

  /** The files of a release that the host lacks: paths on the host, with their path in the build. */
  async missing(manifest: Manifest): Promise<[place: string, path: string][]> {
    const added = [...addedFiles(this.#run.target, manifest)];
    const sizes = await this.#run.pool.sizes(added.map(([place]) => place));
    return added.filter(([place, path]) => sizes.get(place) !== manifest.files[path]?.size);
  }

  /** Uploads what is missing of a build. */
  async complete(manifest: Manifest, dist: string): Promise<void> {
    const file = placeIn(this.#run.target, manifest.release, 'manifest.json');
    await this.#run.pool.makeFoldersOf([file]);
    await this.#run.pool.replace(file, JSON.stringify(manifest));
    await this.#upload(await this.missing(manifest), (path) => builtFile(dist, path, manifest));
  }

  /** @param files paths on the host, with their path in the build */
  async #upload(
    files: readonly (readonly [place: string, path: string])[],
    read: (path: string, connection: Connection) => Buffer | Promise<Buffer>,
  ): Promise<void> {
    const uploaded = new Map<string, number>();
    const places = files.map(([place]) => place);
    await this.#run.pool.makeFoldersOf(places);
    await this.#run.pool.each(files, async (connection, [place, path]) => {
      const content = await read(path, connection);
      await connection.write(place, content);
      uploaded.set(place, content.length);
      this.#run.output.count(uploaded.size, files.length);
    });
    const sizes = await this.#run.pool.sizes(places);
    const incomplete = places.filter((place) => sizes.get(place) !== uploaded.get(place));
    if (incomplete.length === 0) return;
    throw new DeployError(
      `These files have not arrived whole: ${incomplete.slice(0, 5).join(', ')}. The disk may be full or the quota used up. Check this, then run npm run deploy again.`,
    );
  }

  /** Makes a release live: temporary names, quick renames, then release.txt. @param begin just before the renames */
  async switchTo(manifest: Manifest, begin: (manifest: Manifest) => Promise<void>): Promise<void> {
    const { pool, target } = this.#run;
    const { release, code, files } = manifest;
    const wanted = this.toReplace(manifest);
    const temporary = (path: string) => placeOf(target, `${dirname(path)}/.deploy-${basename(path)}`);
    await this.#upload(
      wanted.map((path) => [temporary(path), path]),
      async (path, connection) => {
        const content = await this.#copy(manifest, path, connection);
        return path === HTACCESS ? this.#mixed(content, connection) : content;
      },
    );
    const named = `${target.private}/release.txt`;
    await pool.main.write(`${named}.new`, `${release} ${code}\n`);
    const gone = [...this.#present.keys()].filter((path) => !files[path] && this.#isOurs(path));
    await begin(manifest);
    for (const path of wanted) {
      await pool.rename(temporary(path), placeOf(target, path));
      this.#present.set(path, files[path]?.hash ?? '');
    }
    await pool.rename(`${named}.new`, named);
    for (const path of gone) {
      await pool.main.remove(placeOf(target, path));
      this.#present.delete(path);
    }
  }

  /** Others write into .htaccess too. */
  async #mixed(block: Buffer, connection: Connection): Promise<Buffer> {
    const place = placeOf(this.#run.target, HTACCESS);
    const onHost = (await connection.read(place)) ?? Buffer.from('');
    if (this.#present.has(HTACCESS) && !this.#isOurs(HTACCESS)) {
      await connection.write(`${place}.old`, onHost);
      this.#run.output.toDo(`${place} was changed. It is kept as ${place}.old: copy from it what you need.`);
    }
    return withOurs(onHost, block);
  }

  /** Reads a release's copy of a replaced file. */
  async #copy({ release, files }: Manifest, path: string, connection: Connection): Promise<Buffer> {
    const copy = placeIn(this.#run.target, release, path);
    const content = await connection.read(copy);
    if (content !== undefined && sha256(content) === files[path]?.hash) return content;
    throw new DeployError(`${copy} is missing or damaged: deploy this release again instead.`);
  }

  /** Removes the assets, the code and the releases that no kept release needs. */
  async tidy(): Promise<void> {
    await this.releases.trim();
    const { kept, manifests } = this.releases;
    const used = new Set(kept.flatMap(({ files }) => Object.keys(files)));
    const assets = [...manifests.values()].flatMap(({ files }) => paths(files, isAsset));
    const unused = new Set(assets.filter((path) => !used.has(path)));
    await this.#run.pool.each(unused, (connection, path) => connection.remove(placeOf(this.#run.target, path)));
    await this.#keepOnly(
      'releases',
      kept.map(({ release }) => release),
    );
    await this.#keepOnly(
      'code',
      kept.map(({ code }) => code),
    );
  }

  async #keepOnly(name: string, kept: readonly string[]): Promise<void> {
    const { main } = this.#run.pool;
    const folder = `${this.#run.target.private}/${name}`;
    for (const entry of await main.list(folder)) {
      const isOurs = /^[0-9a-f]{12}$/.test(entry.name);
      if (isOurs && !kept.includes(entry.name)) await main.removeAll(`${folder}/${entry.name}`);
    }
  }
}
