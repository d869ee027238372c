// @ts-check
/**
 * An SMTP server that says what a test tells it to, proper or not. Its one argument is JSON (see
 * Options); what it prints and when it stops is as with smtp-server.mjs.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';

/**
 * @typedef {object} Answer
 * @property {string} [say] in the place of the usual words, and as they are
 * @property {number} [after] milliseconds
 * @property {'close' | 'stall' | 'drip' | 'flood'} [then] hang up; neither read nor say anything more; go on
 *   byte by byte, or as fast as can be, with a reply that has no end
 * @property {number} [times] then as usual; for ever where not given
 */

/**
 * @typedef {object} Options
 * @property {Record<string, Answer>} [answers] by the first word of a command, by the whole of it, or to
 *   greeting, password, TLS (the handshake), body (while it comes) and dot; "RCPT 2" is the second of a
 *   transaction, and "dot <a@b.example>" any that has this recipient
 * @property {string} [host] to listen at, 127.0.0.1 where not given
 * @property {number} [port] any free one where not given
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

/** What a test asked for, if that is not over yet. @param {string[]} names */
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
    report({ event: 'taken', session: this.name, raw: this.unread.slice(0, end) });
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

  /** @param {string} step @param {string[]} names by which it may be meant, too */
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
