// @ts-check
import { existsSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checkBudgets } from './budgets.mjs';
import { readEnvironment, root } from './environment.mjs';
import { compressFiles, writeSite } from './pages.mjs';
import { buildUpload } from './upload.mjs';

/** Vite's own build, which renders in the browser; the pages are made from it. */
const documentRoot = `${root}dist/www`;
/** The same code for Node, to render them with. */
const renderer = `${root}dist/renderer`;

/**
 * Builds into dist what a host needs: the site, every page of it prerendered and within its budget, and
 * its endpoint. Needs the set-up.
 * @param {{ isQuiet?: boolean }} [options] quiet, it says only what somebody should act on
 */
export async function buildSite({ isQuiet = false } = {}) {
  const { identity, siteUrl } = readEnvironment();
  if (existsSync(`${documentRoot}/private`)) {
    throw new Error(
      'The build empties dist/www, and dist/www/private may hold enquiries: move it away.',
    );
  }
  const { build } = await import('vite');
  // whatever the shell says: React's development build is twice the size
  process.env['NODE_ENV'] = 'production';
  await build({ root, logLevel: isQuiet ? 'warn' : 'info' });
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir: renderer,
      copyPublicDir: false,
      manifest: false,
      // the loader goes into every page as it is here
      minify: true,
    },
  });
  const site = await import(pathToFileURL(`${renderer}/prerender.js`).href);
  // not at the top: it comes with the set-up
  const { writeImages } = await import('./images.mjs');
  writeImages(site, documentRoot);
  const pages = await writeSite(site, { documentRoot, siteUrl });
  compressFiles(documentRoot);
  rmSync(renderer, { recursive: true });
  const weights = checkBudgets(documentRoot, pages);
  buildUpload();
  if (!isQuiet) console.table(weights);

  // not at the top, like the images
  const { adviseOnLetters } = await import('./letters.mjs');
  adviseOnLetters(await site.headings(), identity);
  if (identity !== 'src/identity') console.warn(`The firm of this build is that of ${identity}.`);
  const samples = site.sampleDetails(site.site, siteUrl);
  if (samples.length > 0) {
    console.warn(
      `The sample firm is still in place (${samples.join(', ')}): edit ${identity}/site.ts and set SITE_URL.`,
    );
  }
}
