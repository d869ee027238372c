import type { Plugin } from 'vite';
import { FLOOR } from '../../src/prerender/loader.ts';
import { BuildError, shownError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';
import { ChunkGraph } from './chunkGraph.ts';
import { picturesOnPhone } from './pictures.ts';
import { promiseOf } from './promise.ts';
import { sampleLines } from './sample.ts';
import { pageFolder, type Renderer, type SiteBuild } from './siteBuild.ts';
import { mailMark } from './siteFiles.ts';

type Rendered = Awaited<ReturnType<Renderer['renderPage']>>;

const APP = `${root}src/main.tsx`;

/**
 * Renders every page, the 404 page and the endpoint's pages. Builds the app twice: for Node, which renders, and for
 * the browser.
 */
export function prerender(siteBuild: SiteBuild, { identity }: Environment): Plugin {
  const wordFolders = ['src/content/words', 'src/pages', identity].map((name) => `${root}${name}/`);
  const isWords = (id: string) => id.endsWith('.ts') && wordFolders.some((folder) => id.startsWith(folder));
  return {
    name: 'prerender',
    // after Vite has made the style sheet
    enforce: 'post',
    config: (_, { command }) =>
      command === 'build'
        ? {
            builder: { sharedConfigBuild: true },
            environments: {
              client: {
                build: {
                  outDir: `${siteBuild.folder}/www`,
                  emptyOutDir: true,
                  target: Object.entries(FLOOR).map(([browser, version]) => browser + version),
                  // index.html is the dev server's
                  rolldownOptions: { input: { app: APP } },
                },
              },
              prerender: {
                consumer: 'server',
                build: {
                  outDir: siteBuild.rendererFolder,
                  emptyOutDir: true,
                  copyPublicDir: false,
                  emitAssets: false,
                  // every page contains the loader's text, which browsers below the floor must be able to parse
                  minify: true,
                  target: 'chrome67',
                  rolldownOptions: {
                    input: [`${root}src/prerender/prerender.tsx`, `${root}src/prerender/writing.ts`],
                  },
                },
              },
            },
          }
        : undefined,
    applyToEnvironment: ({ name }) => name === 'client',
    async buildApp({ build, environments: { prerender, client } }) {
      if (prerender === undefined || client === undefined) throw new Error('There are two builds.');
      siteBuild.start();
      try {
        await build(prerender);
        await build(client);
      } catch (failure) {
        siteBuild.remove();
        throw shownError(failure);
      }
    },
    async generateBundle(_, bundle) {
      const renderer = await siteBuild.renderer();
      const graph = new ChunkGraph(bundle);
      const face = [graph.chunkOf(/\/fontSwap\.ts$/), graph.asset(/-latin\.woff2$/)];
      const appSheets = graph.sheetsOf([graph.chunkOf(APP)]);
      const aos = graph.chunkOf(/\/aos\/dist\/aos\.js$/);

      siteBuild.pages = await Promise.all(
        renderer.pages.map(async ({ id, module, file }) => {
          const folder = pageFolder(module, identity);
          const scripts = graph.scriptsOf(APP, `${root}${folder}/Page.tsx`);
          const sheets = graph.sheetsOf(scripts).filter((sheet) => !appSheets.includes(sheet));
          const assets = { style: graph.textOf([...appSheets, ...sheets]), sheets, modules: scripts };
          const { head, root: content } = await rendered(folder, renderer.renderPage(id, assets));
          // tells the app which page the server answered with
          const source = renderer.documentOf(head, `<div id="root" data-page="${id}">${content}</div>`);
          this.emitFile({ type: 'asset', fileName: file, source });
          return {
            ...{ file, id, folder, scripts, hasForm: renderer.draftScript(id).length > 0 },
            // only pages with revealed elements load AOS
            afterwards: content.includes(' data-reveal=') ? [...face, aos] : face,
            pictures: picturesOnPhone(content),
            words: graph.codeOf(scripts, isWords),
          };
        }),
      );

      const forEndpoint = async (made: Promise<Rendered>) => {
        const { head, root: content } = await made;
        return renderer.documentOf(head, `<div id="root">${content}</div>`);
      };
      // without the app: React would expect an untouched form
      const promise = promiseOf(renderer.listing);
      const style = graph.textOf([...new Set([...appSheets, ...graph.sheetsOf(Object.keys(bundle))])]);
      for (const form of renderer.forms) {
        const assets = { style, sheets: [], modules: [] };
        const confirmation = (isPromised: boolean) =>
          forEndpoint(renderer.renderConfirmation(form, isPromised, assets));
        siteBuild.endpointPages
          .set(`${form.name}.html`, await forEndpoint(renderer.renderRefusedForm(form, assets)))
          .set(`${form.name}-sent.html`, await confirmation(false));
        if (promise) siteBuild.endpointPages.set(`${form.name}-promised.html`, await confirmation(true));
      }
      // for the mail, the confirmation and npm run deploy
      siteBuild.endpointPages.set(
        'firm.json',
        JSON.stringify({
          name: renderer.site.name,
          mark: await mailMark(renderer),
          ...renderer.images.mailColours,
          // the promises of the privacy notice
          days: renderer.facts.days,
          namesOthers: renderer.facts.others.length > 0,
          promise,
          samples: await sampleLines(await siteBuild.writing(), identity),
        }),
      );
    },
  };
}

async function rendered(folder: string, page: Promise<Rendered>): Promise<Rendered> {
  try {
    return await page;
  } catch (error) {
    throw new BuildError(
      `${folder} cannot be rendered: ${error instanceof Error ? error.message : error}. Most likely Page.tsx uses a text that words.ts does not have: npm run check names the line.`,
    );
  }
}
