import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runOnHost } from '../../scripts/console/remote.ts';
import { sha256 } from '../../scripts/deploy/build.ts';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { outputTo } from '../../scripts/deploy/output.ts';
import { makeCertificate } from '../deploy/support/hosts.ts';
import { listen } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/* npm run console, with a host that this file plays. tests/hosting has real ones. */

const base64 = (words: string) => Buffer.from(words).toString('base64');
const out = (words: string) => `out ${base64(words)}\n`;
const error = (words: string) => `err ${base64(words)}\n`;
const QUESTION = `${out('zoe\n Delete?')}ask f1\n${error('Nothing was changed.\n')}exit 1\n`;

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string;
  readonly body: string;
  readonly command: Record<string, unknown>;
  /** The files in the account during the request. */
  readonly files: Readonly<Record<string, string>>;
}

type Respond = (response: Parameters<RequestListener>[1], number: number) => unknown;

/** @param respond to each request, the first of which has the number 0 */
async function host(respond: Respond) {
  const files = new Map<string, string>();
  const asked: Asked[] = [];
  const receive = async (request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    const body = await text(request);
    asked.push({
      url: `${request.method} ${request.url}`,
      authorization: request.headers.authorization ?? '',
      body,
      command: JSON.parse(Buffer.from(body.replace(/^request=/, ''), 'base64url').toString()),
      files: Object.fromEntries(files),
    });
    await respond(response, asked.length - 1);
  };
  const server = createServer(receive);
  onTestFinished(() => void server.close());
  const remove = vi.fn(async (path: string): Promise<unknown> => files.delete(path));
  const connection: Pick<Connection, 'read' | 'write' | 'remove' | 'close'> = {
    read: async (path) => (files.has(path) ? Buffer.from(files.get(path) ?? '') : undefined),
    write: async (path, content) => files.set(path, String(content)),
    remove,
    close: () => {},
  };
  const printed: string[] = [];
  const SITE_URL = `http://127.0.0.1:${await listen(server)}`;
  const stopping = new AbortController();
  const login = vi.fn(async () => async () => connection as Connection);
  const run = (args: string[], more: { [name: string]: string } = {}, typed: readonly string[] = []) => {
    const lines = [...typed];
    return runOnHost(args, {
      variables: { SITE_URL, DEPLOY_URL: 'sftp://firm@host.example/home', ...more },
      environmentFile: '/dev/null',
      output: outputTo({ write: (line: string) => printed.push(line) > 0, isTTY: false }),
      ask: undefined,
      login,
      print: async ([to, words]) => void printed.push(`${to}: ${words}`),
      readLine: async () => lines.shift(),
      terminal: 'isRedirected' in more ? undefined : { columns: 60, hasColors: false },
      stop: stopping.signal,
    });
  };
  return { asked, files, printed, login, remove, run, receive, stopping };
}

const answers = (...bodies: string[]): Respond => {
  return (response, number) => response.setHeader('Content-Type', 'application/octet-stream').end(bodies[number]);
};

test('a command is a POST with a pass whose hash is in the account meanwhile, and prints what the host prints', async () => {
  const { run, asked, files, printed } = await host(answers(`${out('a\u2028é')}${error('b')}exit 7\n`, 'exit 0\n'));
  expect(await run(['list', '--search=; $(id) "é"'])).toBe(7);
  expect(printed).toEqual(['out: a\u2028é', 'err: b']);
  expect(await run([])).toBe(0);
  const [first, second] = asked;
  expect(first?.url).toBe('POST /api/contact_work.php');
  expect(first?.command).toEqual({
    arguments: ['list', '--search=; $(id) "é"'],
    columns: 60,
    isDecorated: false,
    confirmed: '',
  });
  const [, id, secret = ''] = /^Bearer console\.([0-9a-f]{16})\.([0-9a-f]{64})$/.exec(first?.authorization ?? '') ?? [];
  expect(first?.files).toEqual({ [`/home/private/console-${id}.pass`]: sha256(secret + first?.body) });
  expect(second?.authorization).not.toBe(first?.authorization);
  expect(files.size).toBe(0);
});

test.each([
  [{ SITE_URL: 'http://www.firm.example' }, 'is not encrypted'],
  [{ SITE_URL: 'http://127.0.0.1.firm.example' }, 'is not encrypted'],
  [{ DEPLOY_CHECK_ADDRESS: 'http://10.0.0.1' }, 'is not encrypted'],
  [{ DEPLOY_CHECK_LOGIN: 'user:password' }, 'is behind a password'],
  [{ npm_config_force: 'true' }, 'npm run console -- erase zoe@b.co --force'],
])('nothing is sent, nor is there a login: %j', async (variables, message) => {
  const { run, asked, login } = await host(() => {});
  await expect(run(['erase', 'zoe@b.co'], variables)).rejects.toThrow(message);
  expect([asked, login.mock.calls]).toEqual([[], []]);
});

test('no pass is left in the folder of another site', async () => {
  const { run, asked, files } = await host(answers('exit 0\n'));
  files.set('/home/private/site.txt', 'https://other.example');
  await expect(run(['list'])).rejects.toThrow('belongs to https://other.example');
  expect([asked, [...files.keys()]]).toEqual([[], ['/home/private/site.txt']]);
});

test('npm may not write into a file that a program reads', async () => {
  const { run, asked } = await host(answers('exit 0\n'));
  const npm = { npm_lifecycle_event: 'console', npm_config_loglevel: 'notice', isRedirected: 'yes' };
  for (const args of [
    ['export', '--csv'],
    ['status', '--json'],
  ])
    await expect(run(args, npm)).rejects.toThrow(`npm run -s console -- ${args.join(' ')}`);
  expect(asked).toEqual([]);
  expect(await run(['export', '--csv'], { ...npm, npm_config_loglevel: 'silent' })).toBe(0);
});

test('the pass goes to no other host: not along a redirect, nor to an invalid certificate', async () => {
  const other = await host(answers('exit 0\n'));
  const certificate = temporaryFolder();
  makeCertificate(certificate);
  const [key, cert] = ['key', 'pem'].map((ending) => readFileSync(`${certificate}/tls.${ending}`));
  const server = createHttpsServer({ key, cert }, other.receive);
  onTestFinished(() => void server.close());
  const origin = `https://localhost:${await listen(server)}`;
  const { run, files, asked } = await host((response) => response.writeHead(307, { Location: `${origin}/api` }).end());
  await expect(run(['list'])).rejects.toThrow(`redirects to ${origin}/api. Set SITE_URL`);
  expect(asked).toHaveLength(1);

  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  await expect(run(['list'], { SITE_URL: origin })).rejects.toThrow(
    /does not answer: .*certificate.* Nothing was done/,
  );
  expect([other.asked, files.size]).toEqual([[], 0]);
});

const began = (response: Parameters<Respond>[0]) =>
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
test.each<[name: string, respond: Respond]>([
  ['without an answer', (response) => response.destroy()],
  ['after a part', (response) => began(response).write(out('Deleted'), () => response.destroy())],
  ['before the exit code', (response) => began(response).end(out('Deleted'))],
  ['within the exit code', (response) => began(response).end('exit 0')],
  ['by a page', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>I am human')],
  ['by a proxy', (response) => response.writeHead(504).end('timeout')],
  ['by PHP', (response) => response.writeHead(500).end('{"status":"failing"}')],
  ['by other text', (response) => began(response).end('Warning: x\nexit 0\n')],
])('an end that is cut %s leaves the outcome unknown, and nothing is sent again', async (_, respond) => {
  const { run, asked, files } = await host(respond);
  await expect(run(['erase', 'zoe@b.co', '--force'])).rejects.toMatchObject({
    message: expect.stringMatching(/^The end of the command did not arrive: .*not sent again/),
    exitCode: 3,
  });
  expect(asked).toHaveLength(1);
  expect(files.size).toBe(0);
});

test('Ctrl-C before the command is sent changes nothing; after it, the outcome is unknown', async () => {
  const { run, asked, files, stopping } = await host(() => stopping.abort());
  await expect(run(['erase', 'zoe@b.co', '--force'])).rejects.toMatchObject({
    message: expect.stringContaining('you stopped waiting'),
    exitCode: 3,
  });
  await expect(run(['list'])).rejects.toMatchObject({ message: 'Stopped. Nothing was changed.', exitCode: 130 });
  expect([asked.length, files.size]).toEqual([1, 0]);
});

test('the pass is removed over a new connection if the first one is lost while the command runs', async () => {
  const { run, files, remove } = await host(answers('exit 0\n'));
  remove.mockRejectedValueOnce(new Error('lost'));
  expect(await run(['work', '--now'])).toBe(0);
  expect([remove.mock.calls.length, files.size]).toEqual([2, 0]);
});

test.each<[status: number, login: string, body: string, message: string]>([
  [401, 'Bearer', 'The pass is not valid.', 'did not accept the pass that was left in /home/private'],
  [401, 'Basic realm="operator"', 'Send the HEALTH_TOKEN of .env', 'run npm run deploy first'],
  [404, '', 'To use this page, set HEALTH_TOKEN in .env', 'run npm run deploy first'],
  [401, 'Basic realm="staging"', '', 'is behind a password'],
  [406, '', 'Not Acceptable! mod_security', 'a firewall or proxy'],
])('a refusal with %i %j is explained', async (status, login, body, message) => {
  const { run, files } = await host((response) => response.writeHead(status, { 'WWW-Authenticate': login }).end(body));
  await expect(run(['list'])).rejects.toThrow(message);
  expect(files.size).toBe(0);
});

test('a question is answered by the person: yes sends the command again with what was agreed to', async () => {
  const confirmed = `${out('zoe\n')}confirmed\n${out('\nDeleted.\n')}exit 0\n`;
  const { run, asked, printed } = await host(answers(QUESTION, confirmed));
  expect(await run(['erase', 'zoe@b.co'], {}, ['yes'])).toBe(0);
  expect(printed).toEqual(['out: zoe\n Delete?', 'out: \nDeleted.\n']);
  expect(asked.map(({ command }) => command['confirmed'])).toEqual(['', 'f1']);
  expect(asked[1]?.command['arguments']).toEqual(['erase', 'zoe@b.co']);
});

test.each<[typed: string[]]>([[['no']], [['']], [[]]])('%j changes nothing', async (typed) => {
  const { run, asked, printed } = await host(answers(QUESTION));
  expect(await run(['erase', 'zoe@b.co'], {}, typed)).toBe(1);
  expect(printed.at(-1)).toBe('err: Nothing was changed.\n');
  expect(asked).toHaveLength(1);
});

test('what has changed since the question is asked about again', async () => {
  const other = QUESTION.replace('f1', 'f2').replace(out('zoe\n Delete?'), out('zoe\nzoe\n Delete?'));
  const { run, asked, printed } = await host(answers(QUESTION, other, `confirmed\n${out('Deleted.')}exit 0\n`));
  expect(await run(['erase', 'zoe@b.co'], {}, ['y', 'Yes'])).toBe(0);
  expect(printed.join('')).toMatch(/Delete\?.*has changed meanwhile.*zoe\nzoe\n Delete\?.*Deleted\.$/s);
  expect(asked.map(({ command }) => command['confirmed'])).toEqual(['', 'f1', 'f2']);

  const gone = await host(answers(QUESTION, `${error('No enquiry matches.\n')}exit 1\n`));
  expect(await gone.run(['erase', 'zoe@b.co'], {}, ['y'])).toBe(1);
  expect(gone.printed.at(-1)).toBe('err: No enquiry matches.\n');
});
