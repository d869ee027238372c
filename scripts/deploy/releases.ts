import { type Manifest, parsed } from './build.ts';
import { type HostRecord, readRecord } from './owner.ts';
import { type Pool, readReplaced } from './pool.ts';
import type { Target } from './settings.ts';

/** The app reloads a page whose assets are gone. */
const KEPT = 5;

/**
 * The releases on the host. `private/deploy.json` records two facts about them, and only this class changes it:
 *
 * - `good`: the releases that passed their check, the one that was live last first;
 * - `next`: the release that visitors may see already, and that has not passed its check. Without it, the first good
 *   release is live.
 *
 * | move       | when                                         | good             | next |
 * | ---------- | -------------------------------------------- | ---------------- | ---- |
 * | `begin`    | before the first file of X is made live      | same             | X    |
 * | `rollBack` | the same in a rollback, which rejects others | X and older ones | X    |
 * | `passed`   | X passed its check                           | X, then the rest | none |
 * | `settle`   | a check failed, and the first good one is live | same           | none |
 * | `trim`     | before the files of the others are removed   | the first five   | same |
 *
 * A run that is interrupted leaves `next`: then a rollback goes to the first good release, and so goes on with an
 * interrupted rollback.
 */
export class Releases {
  readonly #pool: Pool;
  readonly #target: Target;
  #good: readonly string[] = [];
  #next: string | undefined;
  /** Of every release on the host, by its name. */
  readonly manifests = new Map<string, Manifest>();

  constructor({ pool, target }: { readonly pool: Pool; readonly target: Target }) {
    this.#pool = pool;
    this.#target = target;
  }

  async read(): Promise<void> {
    const folder = this.#target.private;
    for (const manifest of await manifestsIn(this.#pool, folder)) this.manifests.set(manifest.release, manifest);
    const { good = [], next } = (await readRecord(this.#pool.main, folder)) ?? {};
    this.#good = good.filter((name) => this.manifests.has(name));
    this.#next = next;
  }

  get live(): Manifest | undefined {
    return this.manifests.get(this.#next ?? this.#good[0] ?? '');
  }

  /** The release to bring back if a check fails. */
  get firstGood(): Manifest | undefined {
    return this.manifests.get(this.#good[0] ?? '');
  }

  get beforeLive(): Manifest | undefined {
    return this.#next === undefined ? this.manifests.get(this.#good[1] ?? '') : this.firstGood;
  }

  /** The good releases. */
  get kept(): readonly Manifest[] {
    return this.#good.flatMap((name) => this.manifests.get(name) ?? []);
  }

  /** Whether this release is live, and passed its check. */
  isLive({ release }: Manifest): boolean {
    return this.#next === undefined && release === this.#good[0];
  }

  begin = async (manifest: Manifest): Promise<void> => {
    if (!this.isLive(manifest)) await this.#record(this.#good, manifest.release);
  };

  rollBack = ({ release }: Manifest): Promise<void> =>
    this.#record(this.#good.slice(this.#good.indexOf(release)), release);

  passed = ({ release }: Manifest): Promise<void> =>
    this.#record([release, ...this.#good.filter((name) => name !== release)]);

  settle = (): Promise<void> => this.#record(this.#good);

  trim = (): Promise<void> => this.#record(this.#good.slice(0, KEPT), this.#next);

  async #record(good: readonly string[], next?: string): Promise<void> {
    const { private: folder, toDocumentRoot } = this.#target;
    const record: HostRecord = { toDocumentRoot, good, ...(next !== undefined && { next }) };
    await this.#pool.replace(`${folder}/deploy.json`, JSON.stringify(record));
    this.#good = good;
    this.#next = next;
  }
}

export async function manifestsIn({ main }: Pool, folder: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const { name } of await main.list(`${folder}/releases`)) {
    const manifest = parsed<Manifest>(await readReplaced(main, `${folder}/releases/${name}/manifest.json`));
    if (manifest !== undefined) found.push({ ...manifest, release: name });
  }
  return found;
}
