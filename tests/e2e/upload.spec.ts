import type { Plugin } from 'vite';
import type * as HttpModule from '../../src/lib/http/index.ts';
import { startDevServer } from '../support/devServer.ts';
import { expect, openUnready, test } from './fixtures.ts';

const echo: Plugin = {
  name: 'echo',
  configureServer: ({ middlewares }) => {
    middlewares.use('/echo', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('Content-Type', 'application/json');
        response.end(
          JSON.stringify({
            token: request.headers['x-xsrf-token'] ?? null,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
    });
    middlewares.use('/bare', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><link rel="icon" href="data:,"><title>Bare</title>');
    });
  },
};

// in a browser, because jsdom does not encode form data
test('upload sends the file with its name', async ({ page }) => {
  const server = await startDevServer(echo);
  try {
    await openUnready(page, new URL('bare', server.url).href);
    const answer = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: any page may set it so
      document.cookie = 'XSRF-TOKEN=token';
      const module = '/src/lib/http/index.ts';
      const { upload }: typeof HttpModule = await import(module);
      const file = new File(['some text'.repeat(2)], 'Ngũgĩ.txt', { type: 'text/plain' });
      const { data } = await upload<{ token: string; body: string }>('/echo', file);
      return data;
    });
    expect(answer.token).toBe('token');
    expect(answer.body).toContain('name="file"; filename="Ngũgĩ.txt"');
    expect(answer.body).toContain('some textsome text');
  } finally {
    await server.stop();
  }
});
