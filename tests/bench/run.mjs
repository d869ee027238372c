// @ts-check
// npm run bench: the endpoint as it is deployed, under nginx and php-fpm, beside an empty script, a bare
// PDO script and a plain PHPMailer script, all in one run, because only ratios within a run mean
// anything here. --before=FOLDER measures another build beside them, --rounds=N more or fewer rounds.
import { execFile, fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import getPort from 'get-port';
import { startWebServer } from '../support/web-server.mjs';
import { report } from './report.mjs';
import { body, command, fill, scripts } from './scripts.mjs';

const CLIENTS = 8;
const SECONDS = 5;
const DELIVERIES = 3000;

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(options.rounds);

for (const program of ['wrk', 'nginx']) {
  if (!existsSync(`/usr/bin/${program}`) && !existsSync(`/usr/sbin/${program}`)) {
    throw new Error(`${program} is missing: apt-get install -y nginx php-fpm wrk`);
  }
}

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/bench-`);
const sink = fork(`${here}smtp-sink.mjs`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
/** @returns {Promise<any>} */
const told = () => new Promise((resolve) => sink.once('message', resolve));

/** @param {string} url @param {number} seconds @returns {Promise<import('./report.mjs').Result>} */
async function load(url, seconds) {
  const { stdout } = await promisify(execFile)(
    'wrk',
    ['-t1', `-c${CLIENTS}`, `-d${seconds}s`, '--timeout', '20s', '-s', `${here}wrk.lua`, url],
    { env: { ...process.env, BENCH_BODY: body } },
  );
  const result = /RESULT (.*)/.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`wrk said nothing about ${url}:\n${stdout}`);
  return JSON.parse(result);
}

/** @param {string} url */
async function requireSuccess(url) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (text !== '{"status":"success"}') throw new Error(`${url}: ${answer.status} ${text}`);
}

/** Mails a second of one worker that finds a full queue. @param {{ server: string, data: string }} deployed */
async function measureWorker({ server, data }) {
  fill(data, DELIVERIES);
  sink.send('count');
  const before = (await told()).messages;
  const start = performance.now();
  command(server, 'work', '--once');
  const seconds = (performance.now() - start) / 1000;
  sink.send('count');
  const sent = (await told()).messages - before;
  if (sent !== DELIVERIES) throw new Error(`The worker sent ${sent} of ${DELIVERIES} mails.`);
  return sent / seconds;
}

try {
  const { measured, worker } = scripts(folder, {
    smtpPort: (await told()).port,
    deadPort: await getPort(),
    before: options.before === undefined ? undefined : resolve(options.before),
  });
  const names = Object.keys(measured);
  const slug = (/** @type {string} */ name) => name.replace(/\W+/g, '-');
  const web = await startWebServer(
    folder,
    Object.fromEntries(Object.entries(measured).map(([name, script]) => [slug(name), script])),
    // as hosts have it: OPcache looks every two seconds whether a file has changed
    { more: 'php_admin_value[opcache.validate_timestamps] = 1' },
  );
  try {
    /** @type {Record<string, import('./report.mjs').Result[]>} */
    const results = Object.fromEntries(names.map((name) => [name, []]));
    // the first round warms up
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of names) {
        const url = web.url(slug(name));
        if (round === 0) await requireSuccess(url);
        const result = await load(url, round === 0 ? 1 : SECONDS);
        if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed.`);
        if (round > 0) results[name]?.push(result);
      }
    }
    console.log(
      `${CLIENTS} clients, 2 php-fpm workers, median of ${rounds} rounds of ${SECONDS} s\n`,
    );
    report(results, await measureWorker(worker));
  } finally {
    await web.stop();
  }
} finally {
  sink.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
