// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import sirv from 'sirv';
import { readEnvironment, root } from './environment.mjs';
import { CACHE, HOME, SCRIPTS, securityHeaders } from './serving.mjs';

/** The folder that a web server makes public. */
const documentRoot = `${root}dist/www`;

/**
 * Serves the built site as an ordinary host would: files, clean URLs, a real
 * 404, the endpoint under its prefix, and the headers of every answer.
 * @param {{ port: number, servicePrefix: string, endpointPort: number }} options
 */
export async function startSiteServer({ port, servicePrefix, endpointPort }) {
  if (!existsSync(`${documentRoot}/index.html`)) {
    throw new Error('There is no build to serve. Run "npm run build" first.');
  }
  const notFoundPage = readFileSync(`${documentRoot}/404.html`);
  const everyHeader = securityHeaders({ documentRoot, siteUrl: readEnvironment().siteUrl });
  const serveFile = sirv(documentRoot, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: cacheHeaders,
  });
  const server = createServer({ noDelay: true }, (request, response) => {
    // not new URL(): it throws on paths such as //, which anyone may ask for
    const url = request.url ?? '/';
    const [path = '/'] = url.split('?', 1);
    const query = url.slice(path.length);
    for (const [name, value] of Object.entries(everyHeader)) response.setHeader(name, value);
    const script = SCRIPTS.find((name) => path === `${servicePrefix}/${name}`);
    if (script !== undefined) {
      forward(request, response, endpointPort, `/${script}${query}`, everyHeader);
      return;
    }
    const notFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : notFoundPage);
    };
    const redirect = redirectFrom(path);
    if (redirect !== undefined) {
      response.writeHead(redirect.status, { Location: redirect.to + query }).end();
    } else if (/^\/\/|(?:\/|\/(?:index|404)\.html|\.(?:php|br|gz))$/.test(path)) {
      // a page has one address, the one without its file's name
      notFound();
    } else serveFile(request, response, notFound);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${boundPort}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {string} path */
function redirectFrom(path) {
  if (path === '/') return { status: 302, to: HOME };
  // pages only: //example.com/ without its last slash would lead to another host
  const [, page] = /^((?:\/[\w-]+)+)\/+$/.exec(path) ?? [];
  return page !== undefined && existsSync(`${documentRoot}${page}/index.html`)
    ? { status: 301, to: page }
    : undefined;
}

/** @param {import('node:http').ServerResponse} response @param {string} path */
function cacheHeaders(response, path) {
  response.setHeader('Cache-Control', path.startsWith('/assets/') ? CACHE.assets : CACHE.rest);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} port
 * @param {string} path
 * @param {Record<string, string>} everyHeader what the web server says, whatever PHP does
 */
function forward(request, response, port, path, everyHeader) {
  const onward = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path,
      headers: request.headers,
      agent: false,
    },
    (answer) => {
      const { connection: _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...headers, ...everyHeader });
      answer.pipe(response);
    },
  );
  onward.once('error', () => {
    if (!response.headersSent) response.writeHead(503, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({
        status: 'error',
        code: 'unavailable',
        message: 'The endpoint is not running.',
      }),
    );
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}
