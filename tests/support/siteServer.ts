import { preview } from 'vite';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { forwarding } from '../../scripts/plugins/endpoint.ts';
import { previewServer } from '../../scripts/plugins/previewServer.ts';

export async function startSiteServer(endpointPort: number, documentRoot?: string) {
  const environment = readEnvironment();
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    preview: { port: 0 },
    plugins: [
      previewServer({ ...environment, ...(documentRoot !== undefined && { documentRoot }) }),
      {
        name: 'endpoint-that-runs',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use(forwarding(environment.servicePrefix, endpointPort));
        },
      },
    ],
  });
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
