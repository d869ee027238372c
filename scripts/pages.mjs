// @ts-check
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { endpointPages, TEXT_TYPES } from './serving.mjs';

/** @typedef {typeof import('../src/prerender.tsx')} Renderer */
/** @typedef {import('../src/prerender.tsx').Rendered} Rendered */

/**
 * A page as it was written: its file, the modules that its loader asks for, and the files that it
 * fetches once nothing else is to be done.
 * @typedef {{ file: string, modules: string[], afterwards: string[] }} Page
 */

/**
 * Turns Vite's build into pages that read without script: one for every route, the one for unknown
 * addresses, and the endpoint's.
 * @param {Renderer} site
 * @param {{ documentRoot: string, siteUrl: string }} options
 * @returns {Promise<Page[]>} the pages that the browser takes over
 */
export async function writeSite(site, { documentRoot, siteUrl }) {
  const manifest = JSON.parse(readFileSync(`${documentRoot}/.vite/manifest.json`, 'utf8'));
  rmSync(`${documentRoot}/.vite`, { recursive: true });
  const data = site.structuredData(siteUrl);
  const { frame, entry } = frameFrom(documentRoot, data, previewTags(site, siteUrl));
  const fontFaces = `<style>${site.faceWithoutScript}</style>`;
  /** @param {RegExp} key */
  const built = (key) => {
    const [, chunk] = Object.entries(manifest).find(([name]) => key.test(name)) ?? [];
    if (chunk === undefined) throw new Error(`The build has no file ${key}.`);
    return `/${chunk.file}`;
  };
  const face = [built(/\/fontSwap\.ts$/), built(/-latin\.woff2$/)];
  const aos = built(/\/aos\.js$/);

  /** @type {Page[]} */
  const pages = [];
  for (const { id, file, module } of site.pages) {
    const modules = modulesOf(manifest, entry, module);
    // the text of the script is the same on every page, so that one hash allows it
    const script = `<script data-modules="${modules.join(' ')}">${site.loader}</script>`;
    const { head, root } = await site.renderPage(id);
    const page = { head: `${head}<noscript>${fontFaces}</noscript>`, root };
    write(`${documentRoot}/${file}.html`, frame(page, script, id));
    // AOS is only fetched where something is marked to rise
    const afterwards = page.root.includes(' data-reveal=') ? [...face, aos] : face;
    pages.push({ file: `${file}.html`, modules, afterwards });
  }
  /** @param {string} file @param {Rendered} page @param {string} [script] */
  const writeForEndpoint = (file, { head, root }, script) =>
    write(`${endpointPages}/${file}`, frame({ head: head + fontFaces, root }, script));
  // not for the app: React would expect the untouched form there
  writeForEndpoint('contact-us.html', await site.renderRefusedForm());
  writeForEndpoint(
    'message-sent.html',
    await site.renderConfirmation(),
    `<script>${site.draftRemoval}</script>`,
  );

  const home = site.homePlace.path;
  const name = escaped(site.site.name);
  write(
    `${documentRoot}/index.html`,
    `<!doctype html><html lang="en-ZA"><meta charset="utf-8"><title>${name}</title><meta http-equiv="refresh" content="0; url=${home}"><link rel="canonical" href="${siteUrl}${home}"><p><a href="${home}">${name}</a></p></html>\n`,
  );
  write(`${documentRoot}/sitemap.xml`, site.sitemap(siteUrl));
  write(
    `${documentRoot}/robots.txt`,
    `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  );
  return pages;
}

/**
 * What a link to the site is shown with, as far as it is the same for every page. No browser reads
 * it, so that it is no part of the app.
 * @param {Renderer} site
 * @param {string} siteUrl
 */
function previewTags({ images, site }, siteUrl) {
  const { path, width, height, alt } = images.shareImage;
  const properties = {
    type: 'website',
    locale: 'en_ZA',
    site_name: site.name,
    image: siteUrl + path,
    'image:width': width,
    'image:height': height,
    'image:alt': alt,
  };
  return Object.entries(properties)
    .map(([name, content]) => `<meta property="og:${name}" content="${escaped(content)}">`)
    .concat('<meta name="twitter:card" content="summary_large_image">')
    .join('');
}

/** @param {string | number} text */
const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * index.html as Vite built it, as a function that puts a page into it. The style sheet is inlined,
 * and so is the icon, which would be fetched before the first paint.
 * @param {string} documentRoot
 * @param {object} structuredData
 * @param {string} tags for the end of the head
 * @returns {{ frame: (page: Rendered, script?: string, id?: string) => string, entry: string }} with the module that starts the app
 */
function frameFrom(documentRoot, structuredData, tags) {
  const html = readFileSync(`${documentRoot}/index.html`, 'utf8');
  const [sheet = '', href = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
  // the last one starts the app; those before it are what it imports
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"><\/script>/g)];
  const [script = '', entry = ''] = scripts.at(-1) ?? [];
  const icon = readFileSync(`${documentRoot}/favicon.svg`, 'utf8').trim();
  const style = readFileSync(documentRoot + href, 'utf8').trim();
  if (/<\/(?:style|script)/i.test(style)) throw new Error('The style sheet would end its element.');
  rmSync(documentRoot + href);
  // what JSON may say, but not within a script element
  const data = JSON.stringify(structuredData).replaceAll('<', '\\u003c');
  const imported = scripts.slice(0, -1).map(([tag]) => tag);
  const bare = imported
    .reduce((page, tag) => replaceOnce(page, tag, ''), html)
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
  /** @param {Rendered} page */
  const frame = ({ head, root }, loader = '', id = '') =>
    [
      ['href="data:,"', `href="data:image/svg+xml,${encodeIcon(icon)}"`],
      [sheet, `<style>${style}</style>`],
      [script, loader],
      ['</head>', `${head}${tags}<script type="application/ld+json">${data}</script></head>`],
      // by which the app knows what the server took the address for
      ['<div id="root"></div>', `<div id="root"${id && ` data-page="${id}"`}>${root}</div>`],
    ].reduce((page, [from = '', to = '']) => replaceOnce(page, from, to), bare);
  return { frame, entry };
}

/** @param {string} text @param {string} from @param {string} to */
function replaceOnce(text, from, to) {
  if (from === '' || text.split(from).length !== 2) {
    throw new Error(`index.html should have exactly one ${from}`);
  }
  // a function, because $ has a meaning in a text
  return text.replace(from, () => to);
}

/** @param {string} svg */
const encodeIcon = (svg) =>
  svg.replaceAll('"', "'").replace(/[#%<>{} ]/g, (character) => encodeURIComponent(character));

/**
 * Every module that a page needs, the entry first.
 * @param {Record<string, { file: string, imports?: string[] }>} manifest
 * @param {string} entry
 * @param {string} page where its component is
 */
function modulesOf(manifest, entry, page) {
  const entryKey = Object.keys(manifest).find((key) => `/${manifest[key]?.file}` === entry);
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} key */
  const add = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no module ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add(entryKey ?? entry);
  add(page);
  return [...files].map((file) => `/${file}`);
}

/** @param {string} file @param {string} content */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/**
 * Compresses once, at the best quality, what a web server would compress on every request.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!(extname(entry.name).slice(1) in TEXT_TYPES)) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
