import type { Rolldown } from 'vite';

/** Finds the files of a build by the modules that are in them. */
export class ChunkGraph {
  readonly #chunks: readonly Rolldown.OutputChunk[];
  readonly #assets: readonly Rolldown.OutputAsset[];

  constructor(bundle: Rolldown.OutputBundle) {
    const files = Object.values(bundle);
    this.#chunks = files.filter((file) => file.type === 'chunk');
    this.#assets = files.filter((file) => file.type === 'asset');
  }

  chunkOf(module: RegExp | string): string {
    const fits = (id: string) => (typeof module === 'string' ? id === module : module.test(id));
    const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.some(fits));
    if (chunk === undefined) throw new Error(`No script has the module ${module}.`);
    return chunk.fileName;
  }

  asset(original: RegExp): string {
    const asset = this.#assets.find(({ originalFileNames }) => originalFileNames.some((name) => original.test(name)));
    if (asset === undefined) throw new Error(`No file was made of ${original}.`);
    return asset.fileName;
  }

  /** The scripts that the modules need, beginning with the first module's own. */
  scriptsOf(...modules: readonly string[]): string[] {
    const found = new Set<string>();
    const add = (fileName: string) => {
      if (found.has(fileName)) return;
      found.add(fileName);
      const chunk = this.#chunks.find((candidate) => candidate.fileName === fileName);
      chunk?.imports.forEach(add);
    };
    for (const module of modules) add(this.chunkOf(module));
    return [...found];
  }

  /** The style sheets that these scripts import, in their order. */
  sheetsOf(scripts: readonly string[]): string[] {
    const imported = scripts
      .toReversed()
      .flatMap((script) => this.#chunks.filter(({ fileName }) => fileName === script))
      .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    return [...new Set(imported)];
  }

  textOf(sheets: readonly string[]): string {
    return sheets
      .flatMap((sheet) => this.#assets.filter(({ fileName }) => fileName === sheet))
      .map(({ source }) => String(source).trim())
      .join('');
  }

  /** The code of the matching modules in these scripts. */
  codeOf(scripts: readonly string[], fits: (id: string) => boolean): string {
    return this.#chunks
      .filter(({ fileName }) => scripts.includes(fileName))
      .flatMap(({ modules }) => Object.entries(modules))
      .filter(([id]) => fits(id))
      .map(([, { code }]) => code ?? '')
      .join('\n');
  }
}
