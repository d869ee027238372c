import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';
import { CACHE, HOME, likelyAddresses, PAGE_SCRIPTS, POLICY, securityHeaders } from '../serving.ts';

/** Makes "vite preview" serve dist like a host: clean URLs, a real 404, and the headers. */
export function previewServer({
  siteUrl,
  documentRoot = `${root}dist/www`,
}: {
  readonly siteUrl: string;
  readonly documentRoot?: string;
}): Plugin[] {
  return [
    {
      name: 'preview-server:headers',
      enforce: 'pre',
      config: () => ({
        preview: {
          host: '127.0.0.1',
          strictPort: true,
          // a host has neither
          cors: false,
          allowedHosts: true,
        },
      }),
      configurePreviewServer: ({ middlewares }) => {
        if (!existsSync(`${documentRoot}/index.html`)) {
          throw new BuildError('There is no build to serve. Run "npm run build" first.');
        }
        const headers = Object.entries(securityHeaders(siteUrl));
        middlewares.use((request, response, next) => {
          for (const [name, value] of headers) response.setHeader(name, value);
          const [path = '/'] = (request.url ?? '/').split('?', 1);
          setPolicy(response, PAGE_SCRIPTS.includes(basename(path)) ? 'page' : 'rest');
          next();
        });
      },
    },
    {
      name: 'preview-server:files',
      // after the endpoint
      enforce: 'post',
      configurePreviewServer: ({ middlewares }) => {
        const notFoundPage = readFileSync(`${documentRoot}/404.html`);
        const serveFile = sirv(documentRoot, {
          // another build may replace the files
          dev: true,
          etag: true,
          brotli: true,
          gzip: true,
          setHeaders: cacheHeaders,
        });
        middlewares.use((request, response) => {
          // new URL() throws on paths such as //
          const url = request.url ?? '/';
          const [path = '/'] = url.split('?', 1);
          const notFound = () => {
            setPolicy(response, 'page');
            response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
            response.end(request.method === 'HEAD' ? undefined : notFoundPage);
          };
          const redirect = redirectFrom(documentRoot, path);
          if (redirect !== undefined) {
            const Location = redirect.to + url.slice(path.length);
            response.writeHead(redirect.status, { Location }).end();
          } else if (/^\/\/|(?:\/|\/(?:index|404)\.html|\.(?:php|br|gz))$/.test(path)) {
            // a page has a single address, without its file name
            notFound();
          } else {
            // before sirv, because browsers keep the headers of a 304; only pages have no ending
            if (extname(path) === '') setPolicy(response, 'page');
            serveFile(request, response, notFound);
          }
        });
      },
    },
  ];
}

function redirectFrom(documentRoot: string, path: string) {
  if (path === '/') return { status: 302, to: HOME };
  // not for //example.com/, which would redirect to another host
  const [, page] = /^((?:\/[\w-]+)+)\/+$/.exec(path) ?? [];
  if (page !== undefined && existsSync(`${documentRoot}${page}/index.html`)) {
    return { status: 301, to: page };
  }
  if (existsSync(`${documentRoot}${path}/index.html`)) return undefined;
  const meant = likelyAddresses(documentRoot).find(({ from }) => new RegExp(`^/${from}`, 'i').test(path));
  return meant === undefined ? undefined : { status: 301, to: meant.to };
}

function cacheHeaders(response: ServerResponse, path: string): void {
  response.setHeader('Cache-Control', path.startsWith('/assets/') ? CACHE.assets : CACHE.rest);
}

function setPolicy(response: ServerResponse, kind: keyof typeof POLICY): void {
  response.setHeader('Content-Security-Policy', POLICY[kind]);
}
