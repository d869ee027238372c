// @ts-check
// The site, the plain build and the floor, under servers of one kind. A process of its own,
// so that an answer never waits for what measures it. Takes the folder that holds the
// builds "plain" and "floor", and an earlier upload, if there is one; tells the addresses over IPC.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import getPort from 'get-port';
import sirv from 'sirv';
import { readEnvironment, root } from '../../../scripts/environment.mjs';
import { endpointPages, securityHeaders } from '../../../scripts/serving.ts';
import { startSiteServer } from '../../support/siteServer.ts';

const PADDING = 'X-Padding';

/** @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(css|html|js|json|svg|txt|xml)$/.test(entry.name)) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/** @param {string} url */
async function headerBytes(url) {
  const { headers } = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
  return [...headers].flat().join('').length + 4 * [...headers].length;
}

/**
 * Serves a folder as the site is served, with its index.html for every address, and with the
 * same headers: Cross-Origin-Opener-Policy alone makes a browser take another process. Only the
 * content security policy, which is of the site's own pages, gives way to padding of its size.
 * @param {string} folder
 * @param {string} sitePage a page whose headers are the measure
 */
async function serve(folder, sitePage) {
  compress(folder);
  const { 'Content-Security-Policy': _, ...headers } = securityHeaders(
    [`${root}dist/www`, endpointPages],
    readEnvironment().siteUrl,
  );
  let padding = '';
  const serveFile = sirv(folder, {
    etag: true,
    brotli: true,
    single: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (padding !== '') response.setHeader(PADDING, padding);
    },
  });
  const server = createServer({ noDelay: true }, (request, response) => {
    serveFile(request, response, () => {
      response.writeHead(404).end();
    });
  });
  const port = await getPort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${port}/`;
  const missing = (await headerBytes(sitePage)) - (await headerBytes(url));
  padding = '-'.repeat(Math.max(0, missing - PADDING.length - 4));
  return url;
}

const [, , folder = '', page = '', before] = process.argv;
// nothing is sent, so no endpoint is needed
const site = await startSiteServer(await getPort());
const sitePage = new URL(page, site.url).href;
process.send?.({
  site: site.url,
  plain: await serve(`${folder}/plain`, sitePage),
  // as the site, whose headers name what its own pages have inline
  ...(before !== undefined && {
    before: (await startSiteServer(await getPort(), `${before}/www`)).url,
  }),
  floor: await serve(`${folder}/floor`, sitePage),
});
process.on('disconnect', () => process.exit(0));
