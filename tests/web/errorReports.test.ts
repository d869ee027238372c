import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from './support/server.ts';

const ADDRESS = '/api/contact_report.php';
const received: unknown[] = [];

/** An error as a browser makes it in a script of ours. */
function errorAt(...places: string[]): Error {
  const error = new TypeError('It quotes what was typed: Minified React error #1');
  error.stack = `TypeError: zoe@example.co.za\n${places
    .map((place) => `    at send (https://firm.example/assets/${place})`)
    .join('\n')}`;
  return error;
}

beforeEach(() => {
  received.length = 0;
  server.use(
    http.post(ADDRESS, async ({ request }) => {
      // the endpoint takes nothing else, and a page that is left lets go of what is not kept alive
      expect(request.headers.get('Content-Type')).toBe('application/json');
      expect(request.keepalive).toBe(true);
      received.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

/** What the reports of this test listen with. */
let listening: Parameters<typeof window.addEventListener>[] = [];
afterEach(() => {
  for (const [type, listener] of listening) window.removeEventListener(type, listener);
});

async function start() {
  vi.resetModules();
  const listen = vi.spyOn(window, 'addEventListener');
  const { reportError, startErrorReports } = await import('../../src/lib/errorReports.ts');
  startErrorReports(ADDRESS, () => 'contact-us');
  listening = [...listen.mock.calls];
  return reportError;
}

describe('a report', () => {
  test('says where an error happened, and no word of what was typed', async () => {
    const report = await start();
    report('sending', errorAt('app-B1.js:12:234', 'ContactUsPage-C2.js:2:34'));
    await waitFor(() =>
      expect(received).toEqual([
        {
          kind: 'sending',
          name: 'TypeError',
          page: 'contactUs',
          frames: ['app-B1.js:12:234', 'ContactUsPage-C2.js:2:34'],
        },
      ]),
    );
  });

  test('has the number that React gives an error', async () => {
    const report = await start();
    const error = errorAt('app-B1.js:1:234');
    error.message = 'Minified React error #418; visit https://react.dev/errors/418?args[]=zoe';
    report('hydration', error);
    await waitFor(() => expect(received).toMatchObject([{ kind: 'hydration', code: 418 }]));
    expect(JSON.stringify(received)).not.toContain('zoe');
  });

  test('is made of what nobody catches', async () => {
    await start();
    const error = errorAt('app-B1.js:1:234');
    window.dispatchEvent(new ErrorEvent('error', { error }));
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: errorAt('app-B1.js:5:6') }),
    );
    await waitFor(() =>
      expect(received).toMatchObject([{ kind: 'uncaught' }, { kind: 'rejection' }]),
    );
  });

  test('is sent once for each error, and for three of them', async () => {
    const report = await start();
    for (const line of [1, 1, 2, 3, 4, 5]) report('uncaught', errorAt(`app-B1.js:${line}:1`));
    await waitFor(() => expect(received).toHaveLength(3));
  });

  test('is not made of errors in what is not ours', async () => {
    const report = await start();
    const error = new Error('An extension’s');
    error.stack = 'Error\n    at chrome-extension://abcdef/content.js:1:2';
    report('uncaught', error);
    report('uncaught', 'no error at all');
    report('rejection', undefined);
    report('uncaught', errorAt('app-B1.js:1:1'));
    await waitFor(() => expect(received).toHaveLength(1));
  });

  test('has at most eight places, and a name of letters alone, forty of them', async () => {
    const report = await start();
    const places = [...Array(20).keys()].map((line) => `app-B1.js:${line}:1`);
    const name = `<b>"1${'x'.repeat(60)}`;
    report('uncaught', Object.assign(errorAt(...places), { name }));
    await waitFor(() => expect(received).toMatchObject([{ name: `b${'x'.repeat(39)}` }]));
    expect(received).toMatchObject([{ frames: { length: 8 } }]);
  });
});
