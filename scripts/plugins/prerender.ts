import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { BuildError, shownError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';
import { withPolicy } from '../serving.ts';
import { ChunkGraph } from './chunkGraph.ts';
import { picturesOnPhone } from './pictures.ts';
import { promiseOf } from './promise.ts';
import { FRESH, pageFolder, type Renderer, type SiteBuild, startBuild } from './siteBuild.ts';
import { mailMark } from './siteFiles.ts';

type Bundle = Rolldown.OutputBundle;
type Rendered = Awaited<ReturnType<Renderer['renderPage']>>;

const HEAD = '<!--head-->';
const ROOT = '<div id="root"></div>';

/**
 * Renders index.html for each route, the 404 page and the endpoint's pages. Builds the app twice: for Node, which
 * renders, and for the browser.
 */
export function prerender(siteBuild: SiteBuild, { identity, siteUrl }: Environment): Plugin {
  const wordFolders = ['src/content/words', 'src/pages', identity].map((name) => `${root}${name}/`);
  const isWords = (id: string) => id.endsWith('.ts') && wordFolders.some((folder) => id.startsWith(folder));
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
                  // every page contains the loader's text
                  minify: true,
                  rolldownOptions: {
                    input: [`${root}src/build/prerender.tsx`, `${root}src/build/writing.ts`],
                  },
                },
              },
            },
          }
        : undefined,
    applyToEnvironment: ({ name }) => name === 'client',
    async buildApp({ build, environments: { prerender, client } }) {
      if (prerender === undefined || client === undefined) throw new Error('There are two builds.');
      startBuild();
      try {
        await build(prerender);
        await build(client);
      } catch (failure) {
        throw shownError(failure);
      }
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        // the dev server has no icon
        if (bundle === undefined) return [{ tag: 'link', attrs: { rel: 'icon', href: 'data:,' }, injectTo: 'head' }];
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

      siteBuild.pages = await Promise.all(
        site.pages.map(async ({ id, file }) => {
          const folder = pageFolder(id, identity);
          const scripts = graph.scriptsOf(`${root}src/main.tsx`, `${root}${folder}/Page.tsx`);
          const loader = `<script data-modules="${scripts.map((name) => `/${name}`).join(' ')}">${site.loader}</script>`;
          const draftScript = site.draftScript(id);
          const { head, root: content } = await rendered(site, id, folder);
          this.emitFile({
            type: 'asset',
            fileName: file,
            source: filled(frame, {
              head: `${loader}${draftScript}${head}${dataOf(site, id, siteUrl)}<noscript>${fontFaces}</noscript>`,
              // tells the app which page the server answered with
              root: `<div id="root" data-page="${id}">${content}</div>`,
            }),
          });
          return {
            ...{ file, id, folder, scripts, hasForm: draftScript !== '' },
            // only pages with revealed elements load AOS
            afterwards: content.includes(' data-reveal=') ? [...face, aos] : face,
            pictures: picturesOnPhone(content),
            words: graph.codeOf(scripts, isWords),
          };
        }),
      );

      const forEndpoint = ({ head, root: content }: Rendered, script = '') =>
        filled(frame, { head: script + head + fontFaces, root: `<div id="root">${content}</div>` });
      // without the app: React would expect an untouched form
      const promise = promiseOf(site.listing);
      for (const form of site.forms) {
        const confirmation = async (isPromised: boolean) =>
          forEndpoint(await site.renderConfirmation(form, isPromised), `<script>${site.draftRemoval(form)}</script>`);
        siteBuild.endpointPages
          .set(`${form.name}.html`, forEndpoint(await site.renderRefusedForm(form)))
          .set(`${form.name}-sent.html`, await confirmation(false));
        if (promise) siteBuild.endpointPages.set(`${form.name}-promised.html`, await confirmation(true));
      }
      // for the mail, the confirmation and npm run deploy
      siteBuild.endpointPages.set(
        'firm.json',
        JSON.stringify({
          name: site.site.name,
          mark: await mailMark(site),
          ...site.images.mailColours,
          // the promises of the privacy notice
          days: site.facts.days,
          namesOthers: site.facts.others.length > 0,
          promise,
          samples: site.sampleDetails(site.site, siteUrl).filter((name) => name !== 'SITE_URL'),
        }),
      );
    },
  };
}

async function rendered(site: Renderer, id: string, folder: string): Promise<Rendered> {
  try {
    return await site.renderPage(id);
  } catch (error) {
    throw new BuildError(
      `${folder} cannot be rendered: ${error instanceof Error ? error.message : error}. Most likely Page.tsx uses a text that words.ts does not have: npm run check names the line.`,
    );
  }
}

/** For search engines and link previews. */
function dataOf(site: Renderer, id: string, siteUrl: string): string {
  const { places, shareAlt, shareImage, structuredData } = site;
  const place = places.find((each) => each.id === id);
  if (place === undefined) return '';
  // "<" could end the script element
  const data = JSON.stringify(structuredData(siteUrl, place)).replaceAll('<', '\\u003c');
  return `<meta property="og:image" content="${siteUrl}${shareImage(id)}"><meta property="og:image:alt" content="${inAttribute(shareAlt(place))}"><script type="application/ld+json">${data}</script>`;
}

/** Removes the script and style sheet that Vite adds. */
function withoutTags(html: string): string {
  const [before, after] = parted(html, HEAD);
  const [, body] = parted(after, '</head>');
  return `${before}${HEAD}</head>${body}`;
}

const filled = (frame: string, { head, root: content }: Rendered): string => {
  const [beforeHead, afterHead] = parted(frame, HEAD);
  const [beforeRoot, afterRoot] = parted(afterHead, ROOT);
  return withPolicy(beforeHead + head + beforeRoot + content + afterRoot);
};

function parted(text: string, mark: string): [before: string, after: string] {
  const [before, after, more] = text.split(mark);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`index.html should have exactly one ${mark}`);
  }
  return [before, after];
}

/** Every page has the one style sheet inline. */
function takeStyle(bundle: Bundle): string {
  const [sheet, ...more] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
  if (sheet?.type !== 'asset' || more.length > 0) {
    throw new Error('The build should have exactly one style sheet.');
  }
  const style = String(sheet.source).trim();
  if (/<\/style/i.test(style)) throw new Error('The style sheet would end its element.');
  delete bundle[sheet.fileName];
  return style;
}

function sharedTags({ images, SHARE, site }: Renderer, style: string): HtmlTagDescriptor[] {
  const preview = {
    type: 'website',
    locale: 'en_ZA',
    site_name: site.name,
    'image:width': String(SHARE.width),
    'image:height': String(SHARE.height),
  };
  const tags: HtmlTagDescriptor[] = [
    // inline: a file would be fetched before the first paint
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
    // the colour of the browser's own bars
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

const encodeIcon = (svg: string) => svg.trim().replace(/["#%<>{} ]/g, (character) => encodeURIComponent(character));
