// @ts-check
// npm run bench: the endpoint under nginx and php-fpm beside an empty script and a plain
// PHPMailer script, all in one run, because only ratios within a run mean anything here.
import { execFile, execFileSync, fork } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { root } from '../../scripts/environment.mjs';
import { startWebServer } from '../support/web-server.mjs';

const CLIENTS = 8;
const ROUNDS = 3;
const SECONDS = 5;
const BACKLOG = 100_000;
const DELIVERIES = 3000;

/** @typedef {{ requests: number, seconds: number, p50: number, p99: number, failed: number }} Result */

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/bench-`);
const sink = fork(`${here}smtp-sink.mjs`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
/** @returns {Promise<any>} */
const told = () => new Promise((resolve) => sink.once('message', resolve));
const smtpPort = (await told()).port;
const deadPort = await getPort();

/** @param {string} name @param {number} port */
function endpointEnvironment(name, port) {
  const dataFolder = `${folder}/${name}-data`;
  mkdirSync(dataFolder, { mode: 0o700 });
  return {
    DATA_DIR: dataFolder,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_ENCRYPTION: 'none',
    MAIL_FROM: 'website@example.com',
    MAIL_TO: 'sales@example.com',
    LOG_FILE: `${dataFolder}/log`,
    // one client is all the load there is
    RATE_LIMIT: '1000000',
    MAX_WAITING: '100000000',
    DELIVERY_PER_MINUTE: '0',
  };
}

// as it is deployed
const server = `${folder}/server`;
cpSync(`${root}dist/private/server`, server, {
  recursive: true,
  filter: (path) => !path.endsWith('/server/data'),
});
const endpoint = `${server}/public/contact_process.php`;
const scripts = {
  empty: { file: `${here}empty.php`, env: {} },
  phpmailer: {
    file: `${here}phpmailer.php`,
    env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtpPort), VENDOR: `${server}/vendor` },
  },
  'mail up': { file: endpoint, env: endpointEnvironment('up', smtpPort) },
  'mail down': { file: endpoint, env: endpointEnvironment('down', deadPort) },
  backlog: { file: endpoint, env: endpointEnvironment('backlog', smtpPort) },
};
/** @typedef {keyof typeof scripts} Name */
const names = /** @type {Name[]} */ (Object.keys(scripts));
/** @param {string} name */
const slug = (name) => name.replace(' ', '-');

const { message } = JSON.parse(readFileSync(`${root}tests/contract/answers.json`, 'utf8'));
const body = JSON.stringify(message);

/** @param {string} url @param {number} seconds @returns {Promise<Result>} */
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

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** @param {string[]} args @param {Record<string, string>} env */
const php = (args, env) =>
  execFileSync('php', args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 2] });

/** Mails a second of one worker that finds a full queue. */
async function measureWorker() {
  const env = endpointEnvironment('worker', smtpPort);
  php([`${server}/console`, 'setup'], env);
  php([`${here}fill.php`, String(DELIVERIES)], env);
  sink.send('count');
  const before = (await told()).messages;
  const start = performance.now();
  php([`${server}/console`, 'work', '--once'], env);
  const seconds = (performance.now() - start) / 1000;
  sink.send('count');
  const sent = (await told()).messages - before;
  if (sent !== DELIVERIES) throw new Error(`The worker sent ${sent} of ${DELIVERIES} mails.`);
  return sent / seconds;
}

try {
  for (const program of ['wrk', '/usr/sbin/nginx']) {
    if (!existsSync(program) && !existsSync(`/usr/bin/${program}`)) {
      throw new Error(`${program} is missing: apt-get install -y nginx php-fpm wrk`);
    }
  }
  const web = await startWebServer(
    folder,
    Object.fromEntries(names.map((name) => [slug(name), scripts[name]])),
  );
  try {
    for (const name of names) {
      const answer = await fetch(web.url(slug(name)), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      const text = await answer.text();
      if (text !== '{"status":"success"}') throw new Error(`${name}: ${answer.status} ${text}`);
    }
    console.error(`Putting ${BACKLOG} enquiries in the queue …`);
    php([`${here}fill.php`, String(BACKLOG)], scripts.backlog.env);
    /** @type {Record<Name, Result[]>} */
    const results = { empty: [], phpmailer: [], 'mail up': [], 'mail down': [], backlog: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of names) {
        const result = await load(web.url(slug(name)), round === 0 ? 1 : SECONDS);
        // the first round warms up
        if (round > 0) results[name].push(result);
        if (result.failed > 0) throw new Error(`${name}: ${result.failed} requests failed.`);
      }
    }
    const worker = await measureWorker();

    const rate = (/** @type {Name} */ name) =>
      median(results[name].map(({ requests, seconds }) => requests / seconds));
    const p99 = (/** @type {Name} */ name) => median(results[name].map((result) => result.p99));
    const row = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
    console.log(
      `${CLIENTS} clients, 2 php-fpm workers, median of ${ROUNDS} rounds of ${SECONDS} s\n`,
    );
    console.log(row(['script', 'accepted/s', '× empty', '× PHPMailer', 'p50 ms', 'p99 ms']));
    console.log(row(['---', '---:', '---:', '---:', '---:', '---:']));
    for (const name of names) {
      console.log(
        row([
          name,
          rate(name).toFixed(0),
          (rate(name) / rate('empty')).toFixed(2),
          (rate(name) / rate('phpmailer')).toFixed(1),
          median(results[name].map((result) => result.p50)).toFixed(1),
          p99(name).toFixed(1),
        ]),
      );
    }
    console.log(
      `\nOne worker delivers ${worker.toFixed(0)} mails/s, ${(worker / rate('phpmailer')).toFixed(1)} × the PHPMailer script.`,
    );
    const aims = /** @type {const} */ ([
      ['accepted ≥ 0.2 × the empty script', rate('mail up') / rate('empty') >= 0.2],
      ['accepted ≥ 30 × the PHPMailer script', rate('mail up') / rate('phpmailer') >= 30],
      ['p99 < 15 ms', p99('mail up') < 15],
      ['within 20 % with the mail server down', rate('mail down') / rate('mail up') >= 0.8],
      ['within 20 % with the backlog', rate('backlog') / rate('mail up') >= 0.8],
      ['a worker delivers ≥ 10 × the PHPMailer script', worker / rate('phpmailer') >= 10],
    ]);
    for (const [aim, isMet] of aims) console.log(`${isMet ? 'met   ' : 'MISSED'} ${aim}`);
  } finally {
    await web.stop();
  }
} finally {
  sink.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
