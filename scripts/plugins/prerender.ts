import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { SHARE, shareAlt, shareImage } from '../../src/content/shareImage.ts';
import { root } from '../environment.mjs';
import { ToldError, told } from '../toldError.ts';
import { picturesOnPhone } from './pictures.ts';
import { FRESH, type Page, type Renderer, type SiteBuild } from './siteBuild.ts';

type Bundle = Rolldown.OutputBundle;
interface Settings {
  readonly identity: string;
  readonly siteUrl: string;
}
type Rendered = Awaited<ReturnType<Renderer['renderPage']>>;

const HEAD = '<!--head-->';
const ROOT = '<div id="root"></div>';
/**
 * Makes pages that read without script, of index.html: one for every route, the one for unknown
 * addresses, and the endpoint's. The app is built twice for that: for Node, to render the pages with,
 * and then for the browser.
 */
export function prerender(siteBuild: SiteBuild, { identity, siteUrl }: Settings): Plugin {
  // what is read by whoever edits words
  const words = [`${root}src/content/words/`, `${root}src/pages/`, `${root}${identity}/`];
  const isWords = (id: string) => id.endsWith('.ts') && words.some((path) => id.startsWith(path));
  return {
    name: 'prerender',
    // after Vite has made index.html
    enforce: 'post',
    config: (_, { command }) =>
      command === 'build'
        ? {
            builder: { sharedConfigBuild: true },
            environments: {
              client: { build: { outDir: `${FRESH}/www`, emptyOutDir: true } },
              prerender: {
                consumer: 'server',
                build: {
                  outDir: siteBuild.rendererFolder,
                  emptyOutDir: true,
                  copyPublicDir: false,
                  emitAssets: false,
                  // the loader goes into every page as it is here
                  minify: true,
                  rolldownOptions: {
                    input: [`${root}src/prerender.tsx`, `${root}src/writing.ts`],
                  },
                },
              },
            },
          }
        : undefined,
    applyToEnvironment: ({ name }) => name === 'client',
    async buildApp({ build, environments: { prerender, client } }) {
      if (prerender === undefined || client === undefined) throw new Error('There are two builds.');
      try {
        await build(prerender);
        await build(client);
      } catch (failure) {
        throw told(failure);
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // where nothing is built, no icon is asked for
        if (bundle === undefined)
          return [{ tag: 'link', attrs: { rel: 'icon', href: 'data:,' }, injectTo: 'head' }];
        return {
          html: withoutTags(html),
          tags: sharedTags(await siteBuild.renderer(), takeStyle(bundle)),
        };
      },
    },
    async generateBundle(_, bundle) {
      const site = await siteBuild.renderer();
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html.');
      const frame = String(index.source);
      delete bundle['index.html'];
      const graph = new ChunkGraph(bundle);
      const face = [graph.chunkOf(/\/fontSwap\.ts$/), graph.asset(/-latin\.woff2$/)];
      const aos = graph.chunkOf(/\/aos\/dist\/aos\.js$/);
      const fontFaces = `<style>${site.faceWithoutScript}</style>`;

      /** What search engines and previews of links read, and no browser. */
      const dataOf = ({ places, structuredData }: Renderer, id: string) => {
        const place = places.find((each) => each.id === id);
        // what has no address is nobody's to find
        if (place === undefined) return '';
        // what JSON may say, but not within a script element
        const data = JSON.stringify(structuredData(siteUrl, place)).replaceAll('<', '\\u003c');
        const picture = `<meta property="og:image" content="${siteUrl}${shareImage(id)}"><meta property="og:image:alt" content="${inAttribute(shareAlt(place))}">`;
        return `${picture}<script type="application/ld+json">${data}</script>`;
      };
      const pages: Page[] = [];
      for (const { id, file, module } of site.pages) {
        const scripts = graph.scriptsOf(`${root}src/main.tsx`, `${root}${module}`);
        // the text of the script is the same on every page, so that one hash allows it
        const loader = `<script data-modules="${scripts.map((name) => `/${name}`).join(' ')}">${site.loader}</script>`;
        const { head, root: content } = await drawn(site, id);
        this.emitFile({
          type: 'asset',
          fileName: `${file}.html`,
          source: filled(frame, {
            head: `${loader}${head}${dataOf(site, id)}<noscript>${fontFaces}</noscript>`,
            // by which the app knows what the server took the address for
            root: `<div id="root" data-page="${id}">${content}</div>`,
          }),
        });
        // AOS is only fetched where something is marked to be revealed
        const afterwards = content.includes(' data-reveal=') ? [...face, aos] : face;
        pages.push({
          ...{ file: `${file}.html`, module, scripts, afterwards },
          pictures: picturesOnPhone(content),
          words: graph.codeOf(scripts, isWords),
          wordFiles: graph
            .modulesBeside(`${root}${module}`)
            .filter(isWords)
            .map((id) => id.slice(root.length)),
        });
      }
      siteBuild.pages = pages;

      const forEndpoint = ({ head, root: content }: Rendered, script = '') =>
        filled(frame, { head: script + head + fontFaces, root: `<div id="root">${content}</div>` });
      // not for the app: React would expect the untouched form there
      siteBuild.endpointPages
        .set('contact-us.html', forEndpoint(await site.renderRefusedForm()))
        .set(
          'message-sent.html',
          forEndpoint(await site.renderConfirmation(), `<script>${site.draftRemoval}</script>`),
        )
        // whom the mail names, and in which colours
        .set('firm.json', JSON.stringify({ name: site.site.name, ...site.images.mailColours }));
    },
  };
}

async function drawn(site: Renderer, id: string): Promise<Rendered> {
  try {
    return await site.renderPage(id);
  } catch (error) {
    throw new ToldError(
      `src/pages/${id} cannot be made into a page: ${error instanceof Error ? error.message : error}. Most likely Page.tsx asks for words that words.ts beside it has not: npm run check names the line.`,
    );
  }
}

/** index.html without what Vite adds to the end of its head: its scripts and style sheet. */
function withoutTags(html: string): string {
  const [before, after] = parted(html, HEAD);
  const [, body] = parted(after, '</head>');
  return `${before}${HEAD}</head>${body}`;
}

const filled = (frame: string, { head, root: content }: Rendered): string => {
  const [beforeHead, afterHead] = parted(frame, HEAD);
  const [beforeRoot, afterRoot] = parted(afterHead, ROOT);
  return beforeHead + head + beforeRoot + content + afterRoot;
};

function parted(text: string, mark: string): [before: string, after: string] {
  const [before, after, more] = text.split(mark);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`index.html should have exactly one ${mark}`);
  }
  return [before, after];
}

/** The one style sheet, which is in every page instead of beside them. */
function takeStyle(bundle: Bundle): string {
  const [sheet, ...more] = Object.values(bundle).filter(({ fileName }) =>
    fileName.endsWith('.css'),
  );
  if (sheet?.type !== 'asset' || more.length > 0) {
    throw new Error('The build should have exactly one style sheet.');
  }
  const style = String(sheet.source).trim();
  if (/<\/style/i.test(style)) throw new Error('The style sheet would end its element.');
  delete bundle[sheet.fileName];
  return style;
}

/** What is the same in the head of every page. What a link is shown with, no browser reads: it is no part of the app. */
function sharedTags({ images, site }: Renderer, style: string): HtmlTagDescriptor[] {
  const preview = {
    type: 'website',
    locale: 'en_ZA',
    site_name: site.name,
    'image:width': String(SHARE.width),
    'image:height': String(SHARE.height),
  };
  const tags: HtmlTagDescriptor[] = [
    // as a file it would be fetched before the first paint
    {
      tag: 'link',
      attrs: { rel: 'icon', href: `data:image/svg+xml,${encodeIcon(images.icon('round'))}` },
    },
    { tag: 'style', children: style },
    ...Object.entries(preview).map(([name, content]) => ({
      tag: 'meta',
      attrs: { property: `og:${name}`, content },
    })),
    { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary_large_image' } },
    // what a phone puts around the page
    ...[
      ['light', images.colours.paper],
      ['dark', images.colours.paperInDark],
    ].map(([scheme, content]) => ({
      tag: 'meta',
      attrs: { name: 'theme-color', media: `(prefers-color-scheme:${scheme})`, content },
    })),
  ];
  return tags.map((tag) => ({ ...tag, injectTo: 'head' }));
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const encodeIcon = (svg: string) =>
  svg.trim().replace(/["#%<>{} ]/g, (character) => encodeURIComponent(character));

/** Which file of a build has what, and needs which others. */
class ChunkGraph {
  readonly #chunks: readonly Rolldown.OutputChunk[];
  readonly #assets: readonly Rolldown.OutputAsset[];

  constructor(bundle: Bundle) {
    const files = Object.values(bundle);
    this.#chunks = files.filter((file) => file.type === 'chunk');
    this.#assets = files.filter((file) => file.type === 'asset');
  }

  /** The script that has a module. */
  chunkOf(module: RegExp): string {
    const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
    if (chunk === undefined) throw new Error(`No script has the module ${module}.`);
    return chunk.fileName;
  }

  asset(original: RegExp): string {
    const asset = this.#assets.find(({ originalFileNames }) =>
      originalFileNames.some((name) => original.test(name)),
    );
    if (asset === undefined) throw new Error(`No file was made of ${original}.`);
    return asset.fileName;
  }

  /** Every script that some modules need, the first one's own first. */
  scriptsOf(...modules: readonly string[]): string[] {
    const found = new Set<string>();
    const add = (fileName: string) => {
      if (found.has(fileName)) return;
      found.add(fileName);
      const chunk = this.#chunks.find((candidate) => candidate.fileName === fileName);
      chunk?.imports.forEach(add);
    };
    for (const module of modules) {
      const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.includes(module));
      if (chunk === undefined) throw new Error(`No script has the module ${module}.`);
      add(chunk.fileName);
    }
    return [...found];
  }

  /** What is in one script with a module, the longest first. */
  modulesBeside(module: string): string[] {
    const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.includes(module));
    return Object.entries(chunk?.modules ?? {})
      .sort(([, one], [, other]) => other.renderedLength - one.renderedLength)
      .map(([id]) => id);
  }

  /** The code of those modules in some scripts whose name fits. */
  codeOf(scripts: readonly string[], fits: (id: string) => boolean): string {
    return this.#chunks
      .filter(({ fileName }) => scripts.includes(fileName))
      .flatMap(({ modules }) => Object.entries(modules))
      .filter(([id]) => fits(id))
      .map(([, { code }]) => code ?? '')
      .join('\n');
  }
}
