// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/environment.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const BACKLOG = 100_000;
const { message } = JSON.parse(readFileSync(`${root}tests/contract/answers.json`, 'utf8'));

/** What is posted; in the place of PERSON, a number that no other has. */
export const body = JSON.stringify({ ...message, email: 'zoe.PERSON@example.co.za' });

/** @param {string} server @param {string[]} args */
export const command = (server, ...args) =>
  execFileSync('php', [`${server}/console`, ...args], { stdio: ['ignore', 'pipe', 2] });

/** @param {string} data a data folder with tables @param {number} count */
export function fill(data, count) {
  const args = [`${data}/enquiries.sqlite`, String(count), JSON.stringify(message)];
  execFileSync('php', [`${here}fill.php`, ...args]);
}

/**
 * A build as an operator uploads it, with a .env made from its .env.example as a person would.
 * @param {string} dist of any release
 * @param {string} folder for the copy
 * @param {Record<string, string>} settings
 */
export function deploy(dist, folder, settings) {
  cpSync(`${dist}/www/api`, `${folder}/www/api`, { recursive: true });
  cpSync(`${dist}/private`, `${folder}/private`, {
    recursive: true,
    filter: (path) => !path.endsWith('/server/data') && !path.endsWith('/.env'),
  });
  let env = readFileSync(`${folder}/private/.env.example`, 'utf8');
  for (const [key, value] of Object.entries(settings)) {
    env = env.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}="${value}"`);
    if (!env.includes(`\n${key}="${value}"`)) throw new Error(`.env.example knows no ${key}.`);
  }
  writeFileSync(`${folder}/private/.env`, env, { mode: 0o600 });
  const server = `${folder}/private/server`;
  command(server, 'setup');
  return { server, data: `${server}/data`, file: `${folder}/www/api/contact_process.php` };
}

/**
 * What is measured, by name: a script, and the environment that its host gives it.
 * @param {string} folder for copies
 * @param {{ smtpPort: number, deadPort: number, before?: string | undefined }} options
 */
export function scripts(folder, { smtpPort, deadPort, before }) {
  const settings = (/** @type {number} */ port) => ({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_ENCRYPTION: 'none',
    MAIL_FROM: 'website@example.com',
    MAIL_TO: 'sales@example.com',
    // one client is all the load there is
    RATE_LIMIT: '1000000',
    MAX_WAITING: '100000000',
    DELIVERY_PER_MINUTE: '0',
  });
  const key = `${folder}/dkim.pem`;
  execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' });
  const signed = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'website', DKIM_KEY_FILE: key };
  const dist = `${root}dist`;
  const up = settings(smtpPort);

  const plain = deploy(dist, `${folder}/plain`, up);
  const backlog = deploy(dist, `${folder}/backlog`, up);
  fill(backlog.data, BACKLOG);
  // the endpoint's own tables
  const pdoData = `${folder}/pdo`;
  mkdirSync(pdoData);
  cpSync(`${plain.data}/enquiries.sqlite`, `${pdoData}/enquiries.sqlite`);

  /** @type {Record<string, { file: string, env?: Record<string, string> }>} */
  const measured = {
    empty: { file: `${here}empty.php` },
    'bare PDO': { file: `${here}pdo.php`, env: { DATA_DIR: pdoData } },
    PHPMailer: {
      file: `${here}phpmailer.php`,
      env: {
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(smtpPort),
        VENDOR: `${plain.server}/vendor`,
      },
    },
    endpoint: plain,
    'with DKIM': deploy(dist, `${folder}/dkim`, { ...up, ...signed }),
    'mail down': deploy(dist, `${folder}/down`, settings(deadPort)),
    backlog,
  };
  if (before !== undefined) {
    measured['before'] = deploy(before, `${folder}/before`, up);
    measured['before, DKIM'] = deploy(before, `${folder}/before-dkim`, { ...up, ...signed });
  }
  return { measured, worker: deploy(dist, `${folder}/worker`, up) };
}
