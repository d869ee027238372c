// npm run bench: the deployed endpoint beside an empty script, a bare store and a PHPMailer script, under nginx and
// php-fpm, and the worker beside the PHPMailer script. Only the ratios within one run are comparable: each answer waits
// for the disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Upload } from '../hosting/support/upload.ts';
import { message } from '../support/answers.ts';
import { changeTables } from '../support/tables.ts';
import { startWebServer } from '../support/webServer.ts';
import { judge, median } from './table.ts';

const CLIENTS = 8;
const SECONDS = 5;
const DELIVERIES = 2000;
/** The aim for the slowest answers, beside a bare insert. */
const MOST_SLOWER = 3;
const SUCCESS = '{"status":"success"}';

interface Result {
  readonly rate: number;
  readonly p99: number;
}

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(options.rounds);
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/bench-`);
let people = 0;

/** @returns the milliseconds that this disk takes to sync a page, for each of many times, in their order */
function syncTimes(): number[] {
  const file = openSync(`${folder}/sync`, 'w');
  const times = Array.from({ length: 200 }, () => {
    writeSync(file, Buffer.alloc(4096));
    const start = performance.now();
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return times.sort((a, b) => a - b);
}

function deploy(smtpPort: number): Upload {
  const upload = new Upload('beside');
  upload.setUp({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    SMTP_ENCRYPTION: 'none',
    MAIL_FROM: 'website@example.com',
    MAIL_TO: 'sales@example.com',
    RATE_LIMIT: '1000000',
    DELIVERY_PER_HOUR: '0',
  });
  return upload;
}

const dataOf = (upload: Upload) => ({ DATA_DIR: `${upload.privateFolder}/server/data` });

async function post(url: string, agent: Agent): Promise<void> {
  people += 1;
  const body = JSON.stringify({ ...message, email: `zoe.${people}@example.co.za` });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const sent = request(url, { method: 'POST', agent, headers }).end(body);
  const [answer] = await once(sent, 'response');
  const received = (await answer.toArray()).join('');
  if (received !== SUCCESS) throw new Error(`${url}: ${answer.statusCode} ${received}`);
}

async function load(url: string, seconds: number): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const times: number[] = [];
  const end = performance.now() + 1000 * seconds;
  const client = async () => {
    for (let now = performance.now(); now < end; ) {
      const start = now;
      await post(url, agent);
      now = performance.now();
      times.push(now - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return { rate: times.length / seconds, p99: slowest(times.sort((a, b) => a - b)) };
}

/** @param times in their order @returns that of the slowest hundredth */
const slowest = (times: readonly number[]) => times[Math.floor(0.99 * times.length)] ?? Number.NaN;

/** A small firm's queue is short, and what earlier rounds left in it must not slow later ones. */
const empty = (upload: Upload) => changeTables(dataOf(upload), 'empty');

/** @returns the mails that one worker sends per second */
async function measureWorker(upload: Upload): Promise<number> {
  await changeTables(dataOf(upload), 'fill', String(DELIVERIES), JSON.stringify(message));
  const start = performance.now();
  const isAnyLeft = () => JSON.parse(upload.console(['status', '--json'])).waiting > 0;
  // on a slow machine, one run ends before the queue is empty
  do upload.console(['work']);
  while (isAnyLeft());
  return (1000 * DELIVERIES) / (performance.now() - start);
}

const sink = fork(`${here}sink.mjs`);
const uploads: Upload[] = [];
try {
  const [{ port }] = await once(sink, 'message');
  const endpoint = deploy(port);
  const worker = deploy(port);
  uploads.push(endpoint, worker);
  const vendor = `${endpoint.privateFolder}/server/vendor`;
  const web = await startWebServer(
    folder,
    {
      empty: { file: `${here}empty.php` },
      insert: { file: `${here}insert.php`, env: { FOLDER: folder } },
      phpmailer: { file: `${here}phpmailer.php`, env: { SMTP_PORT: String(port), VENDOR: vendor } },
      endpoint: { file: `${endpoint.documentRoot}/api/contact_process.php` },
    },
    { more: 'php_admin_value[opcache.validate_timestamps] = 1' },
  );
  try {
    const syncs = syncTimes();
    console.log(
      `A sync takes ${median(syncs).toFixed(1)} ms on this disk, the slowest 1 % ${slowest(syncs).toFixed(1)} ms.`,
    );
    const results: Record<string, Result[]> = { empty: [], insert: [], phpmailer: [], endpoint: [] };
    // warms up OPcache
    for (const name of Object.keys(results)) await load(web.url(name), 1);
    for (let round = 0; round < rounds; round += 1) {
      await empty(endpoint);
      for (const [name, all] of Object.entries(results)) {
        all.push(await load(web.url(name), SECONDS));
      }
    }

    /** The median of the ratios of each round. */
    const ratio = (name: string, other: string, of: keyof Result = 'rate') =>
      median((results[name] ?? []).map((one, i) => one[of] / (results[other]?.[i]?.[of] ?? Number.NaN)));
    const others = ['empty', 'insert', 'phpmailer'];
    console.log(`${CLIENTS} clients, 2 php-fpm workers, ${rounds} rounds of ${SECONDS} s\n`);
    console.table(
      Object.entries(results).map(([script, all]) => ({
        script,
        'requests/s': median(all.map(({ rate }) => rate)).toFixed(0),
        'p99 ms': median(all.map(({ p99 }) => p99)).toFixed(1),
        ...Object.fromEntries(others.map((other) => [`x ${other}`, ratio(script, other).toFixed(2)])),
      })),
    );
    const delivered = await measureWorker(worker);
    const perMail = delivered / median((results['phpmailer'] ?? []).map(({ rate }) => rate));
    console.log(`\nOne worker sends ${delivered.toFixed(0)} mails/s, ${perMail.toFixed(1)} x phpmailer.\n`);
    const slower = ratio('endpoint', 'insert', 'p99');
    console.log(`The slowest 1 % of its answers take ${slower.toFixed(1)} x those of insert.\n`);
    judge([
      [`p99 of the endpoint at most ${MOST_SLOWER} x insert`, slower <= MOST_SLOWER],
      ['endpoint at least 15 x phpmailer', ratio('endpoint', 'phpmailer') >= 15],
      ['worker at least 5 x phpmailer', perMail >= 5],
    ]);
  } finally {
    await web.stop();
  }
} finally {
  sink.disconnect();
  for (const upload of uploads) upload.remove();
  rmSync(folder, { recursive: true, force: true });
}
