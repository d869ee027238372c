import { delay, HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { del, download, get, HttpFailure, patch, post, put, upload } from '../../src/lib/http/index.ts';
import { server } from './support/server.ts';

const OTHER_ORIGIN = 'https://other.example/thing';

function echo(url = '/thing') {
  const received: { method: string; headers: Headers; credentials: string; body: string }[] = [];
  server.use(
    http.all(url, async ({ request }) => {
      const { method, headers, credentials } = request;
      received.push({ method, headers, credentials, body: await request.text() });
      return HttpResponse.json({ kept: true }, { status: 201, headers: { 'X-Kept': 'yes' } });
    }),
  );
  return received;
}

async function failureOf(request: Promise<unknown>): Promise<HttpFailure> {
  const result = await request.then(
    () => new Error('The request succeeded.'),
    (error: unknown) => error,
  );
  if (!(result instanceof HttpFailure)) throw result;
  return result;
}

function giveToken(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  for (const pair of ['first=1', `XSRF-TOKEN=${value}`, 'last=2']) document.cookie = pair;
}

const file = new File(['some text'], 'plan.txt', { type: 'text/plain' });

describe('JSON helpers', () => {
  test.each([
    ['POST', () => post('/thing', { a: 1 })],
    ['PATCH', () => patch('/thing', { a: 1 })],
    ['PUT', () => put('/thing', { a: 1 })],
  ])('%s sends and reads JSON', async (method, request) => {
    const received = echo();
    const answer = await request();
    expect(answer).toMatchObject({ status: 201, data: { kept: true } });
    expect(answer.headers.get('X-Kept')).toBe('yes');
    expect(received).toMatchObject([{ method, body: '{"a":1}' }]);
    expect(received[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(received[0]?.headers.get('Accept')).toBe('application/json');
  });

  test('a header of the caller overrides ours, whatever its letter case', async () => {
    const received = echo();
    await post('/thing', {}, { headers: { 'content-type': 'application/merge-patch+json' } });
    expect(received[0]?.headers.get('Content-Type')).toBe('application/merge-patch+json');
  });

  test.each([
    ['GET', () => get('/thing')],
    ['DELETE', () => del('/thing')],
  ])('%s sends no body', async (method, request) => {
    const received = echo();
    await request();
    expect(received).toMatchObject([{ method, body: '' }]);
    expect(received[0]?.headers.has('Content-Type')).toBe(false);
  });

  test('GET carries credentials, also to another origin', async () => {
    const received = echo(OTHER_ORIGIN);
    await get(OTHER_ORIGIN);
    await download(OTHER_ORIGIN);
    await post(OTHER_ORIGIN, {});
    const credentials = received.map((request) => request.credentials);
    expect(credentials).toEqual(['include', 'include', 'same-origin']);
  });

  test('an empty answer has no data', async () => {
    server.use(http.delete('/thing', () => new HttpResponse(null, { status: 204 })));
    expect(await del('/thing')).toMatchObject({ status: 204, data: undefined });
  });
});

describe('a failure', () => {
  test("has the answer's status, headers and body", async () => {
    server.use(
      http.post('/thing', () => HttpResponse.json({ code: 'busy' }, { status: 429, headers: { 'Retry-After': '7' } })),
    );
    const failure = await failureOf(post('/thing', {}));
    expect(failure).toMatchObject({ reason: 'status', status: 429, data: { code: 'busy' } });
    expect(failure.headers.get('Retry-After')).toBe('7');
  });

  test('has the text of an answer that is not JSON', async () => {
    server.use(http.get('/thing', () => new HttpResponse('<h1>Down</h1>', { status: 502 })));
    expect(await failureOf(get('/thing'))).toMatchObject({ status: 502, data: '<h1>Down</h1>' });
  });

  test('reports a successful answer that is not JSON', async () => {
    server.use(http.get('/thing', () => new HttpResponse('<h1>Hello</h1>')));
    expect(await failureOf(get('/thing'))).toMatchObject({ reason: 'unreadable', status: 200 });
  });

  test('has no status if no answer arrives', async () => {
    server.use(http.get('/thing', () => HttpResponse.error()));
    const failure = await failureOf(get('/thing'));
    expect(failure).toMatchObject({ reason: 'network', status: undefined });
    expect(failure.cause).toBeInstanceOf(Error);
  });
});

describe.each([
  ['get', (options: object) => get('/thing', options)],
  ['post', (options: object) => post('/thing', {}, options)],
  ['patch', (options: object) => patch('/thing', {}, options)],
  ['put', (options: object) => put('/thing', {}, options)],
  ['del', (options: object) => del('/thing', options)],
  ['upload', (options: object) => upload('/thing', file, options)],
  ['download', (options: object) => download('/thing', options)],
])('%s', (_, request) => {
  test('fails after its time limit', async () => {
    vi.mocked(AbortSignal.timeout).mockRestore();
    server.use(http.all('/thing', () => delay('infinite')));
    expect(await failureOf(request({ timeLimit: 1 }))).toMatchObject({
      reason: 'timeout',
      status: undefined,
    });
  });
});

describe('the cross-site request token', () => {
  const tokenOf = (received: { headers: Headers }[]) => received.map(({ headers }) => headers.get('X-XSRF-TOKEN'));

  test('is read from its cookie and sent with relative requests other than GET', async () => {
    giveToken('a%20token');
    const received = echo();
    await post('/thing', {});
    await patch('/thing', {});
    await put('/thing', {});
    await del('/thing');
    await upload('/thing', file);
    expect(tokenOf(received)).toEqual(Array(5).fill('a token'));
  });

  test('is sent unchanged if its cookie is not valid percent-encoding', async () => {
    giveToken('100%');
    const received = echo();
    await post('/thing', {});
    expect(tokenOf(received)).toEqual(['100%']);
  });

  test('is not sent with GET', async () => {
    giveToken('token');
    const received = echo();
    await get('/thing');
    await download('/thing');
    expect(tokenOf(received)).toEqual([null, null]);
  });

  test('is not sent to an absolute address, not even without a scheme', async () => {
    giveToken('token');
    const received = echo('*://other.example/thing');
    await post(OTHER_ORIGIN, {});
    await post(OTHER_ORIGIN.replace('https:', ''), {});
    expect(tokenOf(received)).toEqual([null, null]);
  });

  test.each([['/\\other.example/thing'], [' https://other.example/thing'], ['ht\ntps://other.example/thing']])(
    'is not sent to %j, which only looks relative',
    async (url) => {
      giveToken('token');
      const received = echo('*');
      await post(url, {});
      expect(tokenOf(received)).toEqual([null]);
    },
  );

  test('is not sent without the cookie', async () => {
    const received = echo();
    await post('/thing', {});
    expect(tokenOf(received)).toEqual([null]);
  });
});

// the browser encodes the form
test('upload posts the file with its name, and reads the answer', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ kept: true }));
  expect(await upload('/thing', file)).toMatchObject({ status: 200, data: { kept: true } });
  const { method, body, headers } = fetched.mock.lastCall?.[1] ?? {};
  expect(method).toBe('POST');
  expect((body as FormData).get('file')).toMatchObject({ name: 'plan.txt', size: file.size });
  expect(new Headers(headers).has('Content-Type')).toBe(false);
  fetched.mockRestore();
});

describe('download', () => {
  /** Node 24 answers with jsdom's Blob, which has no text(). */
  const textOf = (blob: Blob) =>
    new Promise<string | ArrayBuffer | null>((resolve) => {
      if ('text' in blob) return resolve(blob.text());
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(blob);
    });

  test.each([
    ['attachment; filename="a plan.pdf"', 'a plan.pdf'],
    ['attachment; filename=plan.pdf', 'plan.pdf'],
    ['attachment; filename="plan.pdf"; filename*=UTF-8\'\'Ng%C5%A9g%C4%A9.pdf', 'Ngũgĩ.pdf'],
    ["attachment; FileName* = utf-8'en'a%20plan.pdf", 'a plan.pdf'],
    ['attachment; filename = "plan.pdf"; filename*=UTF-8\'\'100%.pdf', 'plan.pdf'],
    ['attachment; filename="../../etc/plan.pdf"', 'plan.pdf'],
    ["attachment; filename*=UTF-8''..%5C..%5Cplan.pdf", 'plan.pdf'],
    ['attachment', 'the plan.pdf'],
    ['attachment; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    [undefined, 'the plan.pdf'],
  ])('names the file by %j', async (disposition, name) => {
    server.use(
      http.get(
        '/files/*',
        () =>
          new HttpResponse('content', {
            headers: disposition === undefined ? {} : { 'Content-Disposition': disposition },
          }),
      ),
    );
    const file = await download('/files/the%20plan.pdf?version=2');
    expect(file.name).toBe(name);
    expect(await textOf(file.content)).toBe('content');
  });
});
