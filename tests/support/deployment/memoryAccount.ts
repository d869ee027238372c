import { createServer } from 'node:http';
import { dirname } from 'node:path/posix';
import type { Connection } from '../../../scripts/deploy/connection.ts';
import { listen } from '../listen.ts';

const refused = (what: string) => Object.assign(new Error(what), { code: 550 });

/** An account that is a map, with a web server that knows as much of the site as a check asks for. */
export class MemoryAccount {
  readonly files = new Map<string, Buffer>();
  readonly #folders = new Set(['/', '/www']);
  /** Whether a file can be moved over another one. Some servers of FTP and SFTP refuse that. */
  replaces = true;
  isBroken = false;
  /** The addresses at which the web server fails, each with the type of what was sent to it, if there is any. */
  failing: RegExp | undefined;
  /** Files of which less is stored, without an error. */
  cuts: RegExp | undefined;
  /** The findings of the status page. */
  problems: readonly { readonly what: string; readonly fix: string }[] = [];
  /** Those that were set, by path. */
  readonly modes = new Map<string, number | undefined>();
  readonly #web = createServer(({ method, url = '/', headers }, response) => {
    response.statusCode = this.#status(method, url.replace(/\?.*/, ''), headers['content-type']);
    response.end(this.#body(url.replace(/\?.*/, '')));
  });

  address = '';
  /** Whether the web server shows the folder that has the document root, too. */
  showsRoot = false;
  asksForPassword = false;

  async start(): Promise<string> {
    this.address = `http://127.0.0.1:${await listen(this.#web)}`;
    return this.address;
  }

  stop(): void {
    this.#web.closeAllConnections();
    this.#web.close();
  }

  clear(): void {
    this.files.clear();
    this.#folders.clear();
    for (const folder of ['/', '/www']) this.#folders.add(folder);
  }

  #status(method: string | undefined, path: string, type = ''): number {
    if (this.asksForPassword) return 401;
    if ((path.endsWith('.php') && this.isBroken) || this.failing?.test(`${path} ${type}`.trimEnd())) return 500;
    if (method === 'POST') return this.files.has(`/www${path}`) ? 422 : 405;
    return this.#body(path) === undefined ? 404 : 200;
  }

  #body(path: string): Buffer | string | undefined {
    if (path.endsWith('contact_work.php')) return JSON.stringify({ problems: this.problems });
    const [release, code] = String(this.files.get('/private/release.txt') ?? '').split(/\s/);
    if (!path.endsWith('contact_health.php')) {
      return this.files.get(`${this.showsRoot ? '' : '/www'}${path}`) ?? this.files.get(`/www${path}/index.html`);
    }
    const runs = this.files.has(`/private/code/${code}/server/src/app.php`);
    return runs && !this.isBroken ? `{"status":"ok","release":"${release}"}` : '{"status":"failing"}';
  }

  connection(): Connection {
    const { files, modes } = this;
    const folders = this.#folders;
    return {
      isFolder: async (path) => folders.has(path),
      async list(folder) {
        const below = [...files.keys(), ...folders].filter((path) => path !== '/' && dirname(path) === folder);
        return below.map((path) => ({
          name: path.slice(folder.length + 1),
          size: files.get(path)?.length ?? 0,
        }));
      },
      read: async (path) => files.get(path),
      write: async (path, content, mode) => {
        if (!folders.has(dirname(path))) throw refused('There is no such folder');
        const whole = Buffer.from(content);
        files.set(path, this.cuts?.test(path) ? whole.subarray(1) : whole);
        modes.set(path, mode);
      },
      move: async (from, to) => {
        const content = files.get(from);
        if (content === undefined || (!this.replaces && files.has(to))) throw refused('It cannot be renamed');
        files.set(to, content);
        modes.set(to, modes.get(from));
        files.delete(from);
      },
      remove: async (path) => files.delete(path),
      async make(folder) {
        if (folders.has(folder) || !folders.has(dirname(folder))) throw refused('It cannot be made');
        folders.add(folder);
      },
      setMode: async (path, mode) => modes.set(path, mode),
      async removeAll(folder) {
        for (const path of files.keys()) if (path.startsWith(`${folder}/`)) files.delete(path);
        for (const path of folders) if (path === folder || path.startsWith(`${folder}/`)) folders.delete(path);
      },
      close() {},
    };
  }
}
