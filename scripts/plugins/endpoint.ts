import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import getPort from 'get-port';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { BuildError } from '../buildError.ts';
import type { Environment } from '../environment.mjs';
import { type MailSide, startMailSide } from '../mailSide.ts';
import { FORM_SCRIPTS, SCRIPTS } from '../serving.ts';

/** Survives restarts of the dev server, which create new plugins. */
const held = globalThis as { mailSide?: Promise<MailSide> };

/** Runs the real endpoint and a local inbox beside "vite" and "vite preview". */
export function endpoint({ servicePrefix }: Environment): Plugin {
  async function serve(server: ViteDevServer | PreviewServer, port: number | undefined) {
    if (held.mailSide === undefined) {
      await requireFree(port ?? 0, 'hot' in server ? 'run dev' : 'start');
      held.mailSide = startMailSide({ inboxPort: 1080 });
      // "exit" listeners stop the processes; a signal often comes twice, from the terminal and from npm
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit());
      endWithParent();
    }
    const { endpoint, inbox } = await held.mailSide;
    server.middlewares.use(forwarding(servicePrefix, endpoint.port));
    server.printUrls = () => {
      const siteUrl = server.resolvedUrls?.local[0] ?? '';
      console.log(`Site      ${siteUrl}`);
      for (const script of FORM_SCRIPTS) console.log(`Endpoint  ${new URL(`${servicePrefix}/${script}`, siteUrl)}`);
      console.log(`Inbox     ${inbox.url}`);
    };
  }
  return {
    name: 'endpoint',
    configureServer: (server) => serve(server, server.config.server.port),
    configurePreviewServer: (server) => serve(server, server.config.preview.port),
  };
}

/** npm sends its signals to the shell between, which ends without passing them on. */
function endWithParent(): void {
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || process.exit(), 1_000).unref();
}

/** @param script of package.json */
async function requireFree(port: number, script: string): Promise<void> {
  if (port === 0 || (await getPort({ port, host: '127.0.0.1' })) === port) return;
  const why = port < 1024 ? 'taken, or for root alone' : 'taken';
  throw new BuildError(`Port ${port} is ${why}. Choose another one, such as: npm ${script} -- --port 8080`);
}

/** Forwards requests to the endpoint's scripts, and keeps headers that the answer already has. */
export function forwarding(servicePrefix: string, port: number) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const url = request.url ?? '/';
    const [path = ''] = url.split('?', 1);
    const script = SCRIPTS.find((name) => path === `${servicePrefix}/${name}`);
    if (script === undefined) {
      next();
      return;
    }
    const onward = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: url.slice(servicePrefix.length),
        headers: request.headers,
        agent: false,
      },
      (answer) => {
        const { connection: _, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...headers, ...response.getHeaders() });
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
  };
}
