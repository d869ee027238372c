import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { endpointEnvironment, startEndpoint } from '../../scripts/mailSide.ts';
import answers from '../contract/answers.json' with { type: 'json' };
import { expect, openUnready, test } from './fixtures.ts';

async function startOtherSite() {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Another site</title>');
  });
  const port = await getPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

test.describe('a script of another site', () => {
  test('sends an enquiry and reads the answer only if the site is listed', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/blocked by CORS policy/, /Failed to load resource/);
    const [listed, other] = await Promise.all([startOtherSite(), startOtherSite()]);
    const dataFolder = mkdtempSync(`${tmpdir()}/enquiries-`);
    const endpoint = await startEndpoint({
      ...endpointEnvironment(await getPort(), dataFolder),
      ALLOWED_ORIGINS: listed.url,
      LOG_FILE: `${dataFolder}/log`,
    });
    const send = (fields: object, credentials: RequestCredentials = 'same-origin') =>
      page.evaluate(
        async ([url, body, credentials]) => {
          try {
            const answer = await fetch(url, {
              method: 'POST',
              credentials,
              headers: {
                'Content-Type': 'application/json',
                'Idempotency-Key': crypto.randomUUID(),
                'X-Form-Elapsed': '60000',
              },
              body,
            });
            const reference = answer.headers.get('Enquiry-Reference');
            return { status: answer.status, reference, body: await answer.json() };
          } catch {
            return 'nothing';
          }
        },
        [
          `http://127.0.0.1:${endpoint.port}/contact_process.php`,
          JSON.stringify(fields),
          credentials,
        ] as const,
      );
    try {
      await openUnready(page, listed.url);
      expect(await send(answers.message)).toEqual({
        status: 200,
        reference: expect.stringMatching(/^\w{5}-\w{5}$/),
        body: { status: 'success' },
      });
      expect(await send({})).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
      expect(await send(answers.message, 'include')).toBe('nothing');

      await openUnready(page, other.url);
      expect(await send(answers.message)).toBe('nothing');
    } finally {
      await endpoint.stop();
      listed.stop();
      other.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
});
