// npm run check:content: checks editors' files as the build does, without building.
import { createServer, isRunnableDevEnvironment } from 'vite';
import { readEnvironment, root } from './environment.mjs';
import { app } from './plugins/app.ts';
import { check, checkCode } from './plugins/content.ts';
import { drawings } from './plugins/drawings.ts';
import { fields } from './plugins/fields.ts';
import { mark } from './plugins/mark.ts';
import { news } from './plugins/news.ts';
import { pictures } from './plugins/pictures.ts';

const environment = readEnvironment();
const server = await createServer({
  root,
  configFile: false,
  plugins: [app(environment), pictures(), drawings(), mark(environment), news(environment), fields()],
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
  logLevel: 'error',
});
try {
  await checkCode(environment);
  const { ssr } = server.environments;
  if (isRunnableDevEnvironment(ssr)) await check(await ssr.runner.import('/src/prerender/writing.ts'));
} finally {
  await server.close();
}
