// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import sirv from 'sirv';
import { root } from './environment.mjs';

/** The folder that a web server makes public. */
const documentRoot = `${root}dist/www`;

/** Where the empty path leads (spec section 2, fixed). */
const HOME = '/public/index';

/** What of server/public the web answers under the service prefix. */
export const SCRIPTS = ['contact_process.php', 'contact_sent.php', 'contact_health.php'];

/**
 * Serves the built site as an ordinary host would: files, clean URLs, a real
 * 404, and the endpoint under its prefix.
 * @param {{ port: number, servicePrefix: string, endpointPort: number }} options
 */
export async function startSiteServer({ port, servicePrefix, endpointPort }) {
  if (!existsSync(`${documentRoot}/index.html`)) {
    throw new Error('There is no build to serve. Run "npm run build" first.');
  }
  const notFoundPage = readFileSync(`${documentRoot}/404.html`);
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
    const script = SCRIPTS.find((name) => path === `${servicePrefix}/${name}`);
    if (script !== undefined) {
      forward(request, response, endpointPort, `/${script}${url.slice(path.length)}`);
      return;
    }
    const notFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : notFoundPage);
    };
    if (path === '/') {
      response.writeHead(302, { Location: HOME }).end();
    } else if (path.startsWith('//')) {
      // as a redirect it would lead to another host
      notFound();
    } else if (/[^/]\/$/.test(path)) {
      const query = url.slice(path.length);
      response.writeHead(301, { Location: path.replace(/\/+$/, '') + query }).end();
    } else if (path.endsWith('.html')) {
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

/** @param {import('node:http').ServerResponse} response @param {string} path */
function cacheHeaders(response, path) {
  // hashed file names never change their content; everything else is asked for anew
  response.setHeader(
    'Cache-Control',
    path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} port
 * @param {string} path
 */
function forward(request, response, port, path) {
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
      response.writeHead(answer.statusCode ?? 502, headers);
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
