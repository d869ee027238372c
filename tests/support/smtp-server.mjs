// @ts-check
/**
 * An SMTP server that takes every mail, unless a test scripts another answer. The argument is Options as JSON. It prints
 * a line of JSON per event, and stops on SIGTERM or when its standard input closes, so that it never outlives its test.
 *
 * Without an argument it runs many servers, because a start of Node takes as long as a test. A line of its input that is
 * a number and Options starts one. The number alone stops it, and begins each of its events.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';
import { simpleParser } from 'mailparser';

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
 * @property {{ user: string, pass: string }} [auth] accept no other login; pass may be a token
 */

/** @type {Record<string, string>} */
const USUAL = {
  greeting: '220 mail.example ready',
  EHLO: '250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN XOAUTH2',
  STARTTLS: '220 go ahead',
  AUTH: '334 ',
  password: '235 welcome',
  DATA: '354 go ahead',
  QUIT: '221 bye',
};

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

class MailServer {
  /** @type {Set<import('node:net').Socket>} */
  #open = new Set();
  #sessions = 0;

  /** @param {Options} options @param {string} prefix of its events */
  constructor(options, prefix) {
    this.options = options;
    this.prefix = prefix;
    this.listener = createServer((socket) => this.#take(socket));
    this.listener.listen(options.port ?? 0, options.host ?? '127.0.0.1', () => {
      const address = this.listener.address();
      this.report({ event: 'listening', port: typeof address === 'object' ? address?.port : null });
    });
  }

  /** As the end of its process would. */
  stop() {
    for (const socket of this.#open) socket.destroy();
    this.listener.close(() => this.report({ event: 'stopped' }));
  }

  /** @param {Record<string, unknown>} event */
  report(event) {
    process.stdout.write(`${this.prefix}${JSON.stringify(event)}\n`);
  }

  /** The answer that the test scripted for this step, if it is not used up. @param {string[]} names */
  asked(...names) {
    const { answers = {} } = this.options;
    const found = names.map((name) => answers[name]).find((answer) => answer && answer.times !== 0);
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }

  /** @param {import('node:net').Socket} socket */
  encrypted(socket) {
    const { key = '', cert = '' } = this.options;
    return new TLSSocket(socket, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) });
  }

  /** Whether the credentials are accepted: those of PLAIN (RFC 4616) or XOAUTH2. @param {string} base64 */
  isLogin(base64) {
    if (this.options.auth === undefined) return true;
    const { user, pass } = this.options.auth;
    const accepted = [`\0${user}\0${pass}`, `user=${user}\x01auth=Bearer ${pass}\x01\x01`];
    return accepted.includes(String(Buffer.from(base64, 'base64')));
  }

  /** @param {import('node:net').Socket} socket */
  #take(socket) {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket)).on('error', () => {});
    this.#sessions += 1;
    const name = String(this.#sessions);
    if (this.options.secure !== true) {
      new Session(this, socket, name);
      return;
    }
    const told = this.asked('TLS');
    if (told?.then === undefined) setTimeout(() => new Session(this, this.encrypted(socket), name), told?.after);
  }
}

class Session {
  unread = '';
  isBody = false;
  isPassword = false;
  isOver = false;
  asked = 0;
  hello = '';
  from = '';
  /** @type {string | null} */
  user = null;
  /** @type {string[]} */
  recipients = [];

  /** @param {MailServer} server @param {import('node:net').Socket} socket @param {string} name */
  constructor(server, socket, name) {
    this.server = server;
    this.socket = socket;
    this.name = name;
    this.listen();
    this.answer('greeting', server.asked('greeting'));
  }

  listen() {
    this.socket.on('error', () => {});
    this.socket.on('data', (piece) => {
      this.unread += piece.toString('latin1');
      while (!this.isOver && (this.isBody ? this.readBody() : this.readCommand()));
    });
  }

  readBody() {
    if (this.server.asked('body') !== undefined) {
      this.isOver = true;
      this.socket.destroy();
      return false;
    }
    const end = `\r\n${this.unread}`.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    const raw = this.unread.slice(0, end).replaceAll(/^\.\./gm, '.');
    this.unread = this.unread.slice(end + 3);
    this.isBody = false;
    void this.takeMail(raw);
    return true;
  }

  /** @param {string} raw */
  async takeMail(raw) {
    const skipped = { skipHtmlToText: true, skipImageLinks: true, skipTextLinks: true, skipTextToHtml: true };
    const mail = await simpleParser(Buffer.from(raw, 'latin1'), skipped);
    const told = this.server.asked(...this.recipients.map((recipient) => `dot ${recipient}`), 'dot');
    this.server.report({
      event: /^(?:2|$)/.test(told?.say ?? '') ? 'message' : 'refused',
      session: this.name,
      secure: this.socket instanceof TLSSocket,
      hello: this.hello,
      user: this.user,
      envelope: { from: this.from, to: this.recipients.map((recipient) => recipient.slice(1, -1)) },
      raw,
      headers: mail.headerLines,
      from: mail.from?.value ?? [],
      replyTo: mail.replyTo?.value ?? [],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
    this.answer('dot', told);
  }

  readCommand() {
    const end = this.unread.indexOf('\r\n');
    if (end < 0) return false;
    const typed = this.unread.slice(0, end);
    this.unread = this.unread.slice(end + 2);
    const [, credentials = this.isPassword ? typed : ''] = /^AUTH \w+ (.+)$/.exec(typed) ?? [];
    const line = credentials === '' ? typed : 'password';
    this.server.report({ event: 'command', session: this.name, line });
    const step = line.split(' ')[0] ?? '';
    this.remember(step, line);
    const told = this.server.asked(line, `${step} ${this.asked}`, step);
    if (step === 'RCPT' && told?.then === undefined && /^(?:2|$)/.test(told?.say ?? '')) {
      this.recipients.push(line.slice('RCPT TO:'.length));
    }
    const isRefused = step === 'password' && !this.server.isLogin(credentials);
    if (step === 'password' && !isRefused) this.user = this.server.options.auth?.user ?? null;
    this.answer(step, isRefused ? { say: '535 Authentication failed\r\n' } : told);
    return true;
  }

  /** @param {string} step @param {string} line */
  remember(step, line) {
    this.isPassword = step === 'AUTH';
    if (step === 'EHLO') this.hello = line.slice('EHLO '.length);
    if (step === 'MAIL') {
      this.asked = 0;
      this.from = /<(.*?)>/.exec(line)?.[1] ?? '';
      this.recipients = [];
    }
    if (step === 'RCPT') this.asked += 1;
  }

  /** @param {string} step @param {Answer} [told] */
  answer(step, told) {
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
    if (this.server.asked('TLS') !== undefined) return;
    if (this.server.options.key === undefined) {
      this.socket.destroy();
      return;
    }
    this.socket = this.server.encrypted(this.socket);
    this.listen();
  }
}

/** @type {Map<string, MailServer>} */
const servers = new Map();

/** @param {string} line */
function obey(line) {
  const [number = '', options] = line.split(/ (.*)/s);
  if (options === undefined) servers.get(number)?.stop();
  else servers.set(number, new MailServer(JSON.parse(options), `${number} `));
}

const [, , only] = process.argv;
if (only === undefined) createInterface({ input: process.stdin }).on('line', obey);
else new MailServer(JSON.parse(only), '');

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
