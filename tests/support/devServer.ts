import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type PluginOption } from 'vite';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { app } from '../../scripts/plugins/app.ts';

/** Each server has its own cache: servers that share one disturb each other. */
export async function startDevServer(...plugins: PluginOption[]) {
  const cacheDir = mkdtempSync(`${tmpdir()}/vite-`);
  const server = await createServer({
    root,
    cacheDir,
    logLevel: 'error',
    configFile: false,
    plugins: [app(readEnvironment()), ...plugins],
    // Vite would rebuild its bundle for a dependency that the app plugin does not name
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    stop: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true });
    },
  };
}
