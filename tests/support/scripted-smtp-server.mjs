// @ts-check
/** An SMTP server whose answers a test scripts. The argument is Options as JSON. See smtp-server.mjs for the rest. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * @typedef {object} Answer
 * @property {string} [say] instead of the usual answer
 * @property {number} [after] milliseconds
 * @property {'close' | 'stall' | 'drip' | 'flood'} [then] hang up, fall silent, or send an endless answer slowly or fast
 * @property {number} [times] how often; then the usual answer. For ever if missing
 */

/**
 * @typedef {object} Options
 * @property {Record<string, Answer>} [answers] by a command's first word, the whole command, or greeting, password,
 *   TLS (the handshake), body and dot; "RCPT 2" is the second recipient, "dot <a@b.example>" a mail to it
 * @property {string} [host] default 127.0.0.1
 * @property {number} [port] default any free one
 * @property {string} [key] PEM file of the private key
 * @property {string} [cert] PEM file of the certificate
 * @property {boolean} [secure] TLS from the first byte
 */

/** @type {Options} */
const options = JSON.parse(process.argv[2] ?? '{}');
const answers = options.answers ?? {};

/** @type {Record<string, string>} */
const USUAL = {
  greeting: '220 mail.example ready',
  EHLO: '250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 go ahead',
  AUTH: '334 ',
  password: '235 welcome',
  DATA: '354 go ahead',
  QUIT: '221 bye',
};

/** @param {Record<string, unknown>} event */
const report = (event) => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/** The answer that the test scripted for this step, if it is not used up. @param {string[]} names */
function asked(...names) {
  const found = names.map((name) => answers[name]).find((answer) => answer && answer.times !== 0);
  if (found?.times !== undefined) found.times -= 1;
  return found;
}

/** @param {import('node:net').Socket} socket */
function flood(socket) {
  while (socket.writable && socket.write('250-and another thing\r\n'.repeat(1_000)));
  socket.once('drain', () => flood(socket));
}

/** @param {import('node:net').Socket} socket */
function drip(socket) {
  let at = 0;
  const drops = setInterval(() => {
    socket.write('250-drop '[at % 9] ?? '');
    at += 1;
  }, 100);
  socket.once('close', () => clearInterval(drops));
}

/** @type {Record<string, (socket: import('node:net').Socket) => void>} */
const ENDS = {
  close: (socket) => socket.destroySoon(),
  stall: (socket) => socket.pause(),
  drip,
  flood,
};

/** @param {import('node:net').Socket} socket */
const encrypted = (socket) =>
  new TLSSocket(socket, {
    isServer: true,
    key: readFileSync(options.key ?? ''),
    cert: readFileSync(options.cert ?? ''),
  });

class Session {
  unread = '';
  isBody = false;
  isPassword = false;
  isOver = false;
  asked = 0;
  /** @type {string[]} */
  recipients = [];

  /** @param {import('node:net').Socket} socket @param {string} name */
  constructor(socket, name) {
    this.socket = socket;
    this.name = name;
    this.listen();
    this.answer('greeting');
  }

  listen() {
    this.socket.on('error', () => {});
    this.socket.on('data', (piece) => {
      this.unread += piece.toString('latin1');
      while (!this.isOver && (this.isBody ? this.readBody() : this.readCommand()));
    });
  }

  readBody() {
    if (asked('body') !== undefined) {
      this.isOver = true;
      this.socket.destroy();
      return false;
    }
    const end = `\r\n${this.unread}`.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    report({ event: 'taken', session: this.name });
    this.unread = this.unread.slice(end + 3);
    this.isBody = false;
    this.answer('dot', ...this.recipients.map((recipient) => `dot ${recipient}`));
    return true;
  }

  readCommand() {
    const end = this.unread.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.isPassword ? 'password' : this.unread.slice(0, end);
    this.unread = this.unread.slice(end + 2);
    report({ event: 'command', session: this.name, line });
    const step = line.split(' ')[0] ?? '';
    this.isPassword = step === 'AUTH';
    if (step === 'MAIL') {
      this.asked = 0;
      this.recipients = [];
    }
    if (step === 'RCPT') this.asked += 1;
    this.answer(step, line, `${step} ${this.asked}`);
    return true;
  }

  /** @param {string} step @param {string[]} names other names of the step */
  answer(step, ...names) {
    const told = asked(...names, step);
    if (step === 'RCPT' && told?.then === undefined && /^(?:2|$)/.test(told?.say ?? '')) {
      this.recipients.push(names[0]?.slice('RCPT TO:'.length) ?? '');
    }
    const usual = told?.then === undefined ? `${USUAL[step] ?? '250 fine'}\r\n` : '';
    const act = () => this.say(step, told?.say ?? usual, told?.then);
    if (told?.after === undefined) act();
    else setTimeout(act, told.after);
  }

  /** @param {string} step @param {string} words @param {string} [end] */
  say(step, words, end) {
    if (words !== '') this.socket.write(words, 'latin1');
    this.isBody = words.startsWith('354') && step === 'DATA';
    if (end !== undefined) {
      this.isOver = true;
      ENDS[end]?.(this.socket);
    } else if (step === 'QUIT') {
      this.socket.end();
    } else if (step === 'STARTTLS') {
      this.encrypt();
    }
  }

  encrypt() {
    this.socket.removeAllListeners('data');
    if (asked('TLS') !== undefined) return;
    this.socket = encrypted(this.socket);
    this.listen();
  }
}

let sessions = 0;
const server = createServer((socket) => {
  socket.on('error', () => {});
  sessions += 1;
  const name = String(sessions);
  if (options.secure !== true) {
    new Session(socket, name);
    return;
  }
  const told = asked('TLS');
  if (told?.then === undefined) setTimeout(() => new Session(encrypted(socket), name), told?.after);
});
server.listen(options.port ?? 0, options.host ?? '127.0.0.1', () => {
  const address = server.address();
  report({ event: 'listening', port: typeof address === 'object' ? address?.port : null });
});

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
