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
 * @property {'close' | 'stall' | 'drip' | 'flood'} [then] hang up; say nothing more, ever; go on byte by
 *   byte, or as fast as can be, with a reply that has no end
 * @property {number} [times] then as usual; for ever where not given
 */

/**
 * @typedef {object} Options
 * @property {Record<string, Answer>} [answers] by the first word of a command, by the whole of it, or to
 *   greeting, password, TLS (the handshake), body (while it comes) and dot
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
  const found = names.map((name) => answers[name]).find((answer) => answer !== undefined);
  if (found === undefined || found.times === 0) return undefined;
  if (found.times !== undefined) found.times -= 1;
  return found;
}

/** @param {import('node:net').Socket} socket */
function flood(socket) {
  while (socket.writable && socket.write('250-and another thing\r\n'.repeat(1_000)));
  socket.once('drain', () => flood(socket));
}

/** @param {import('node:net').Socket} socket @param {string} session */
function serve(socket, session) {
  let unread = '';
  let isBody = false;
  let isPassword = false;
  let isOver = false;

  /** @param {string} step @param {string} [line] */
  const answer = (step, line = step) => {
    const told = asked(line, step);
    const act = () => {
      const words =
        told?.say ?? (told?.then === undefined ? `${USUAL[step] ?? '250 fine'}\r\n` : '');
      if (words !== '') socket.write(words, 'latin1');
      isBody = words.startsWith('354');
      isOver = told?.then !== undefined;
      if (told?.then === 'close') socket.destroySoon();
      if (told?.then === 'flood') flood(socket);
      if (told?.then === 'drip') {
        let at = 0;
        const drip = setInterval(() => socket.write('250-drop '[at++ % 9] ?? ''), 100);
        socket.once('close', () => clearInterval(drip));
      }
      if (!isOver && step === 'QUIT') socket.end();
      if (!isOver && step === 'STARTTLS') secure();
    };
    if (told?.after === undefined) act();
    else setTimeout(act, told.after);
  };

  const secure = () => {
    socket.removeAllListeners('data');
    if (asked('TLS') !== undefined) return;
    listen(encrypted(socket));
  };

  /** @param {import('node:net').Socket} next */
  const listen = (next) => {
    socket = next;
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      unread += piece.toString('latin1');
      for (;;) {
        if (isOver) return;
        if (isBody) {
          if (asked('body') !== undefined) {
            isOver = true;
            socket.destroy();
            return;
          }
          const end = `\r\n${unread}`.indexOf('\r\n.\r\n');
          if (end < 0) return;
          report({ event: 'taken', session, raw: unread.slice(0, end) });
          unread = unread.slice(end + 3);
          isBody = false;
          answer('dot');
          continue;
        }
        const end = unread.indexOf('\r\n');
        if (end < 0) return;
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        const step = isPassword ? 'password' : (line.split(' ')[0] ?? '');
        report({ event: 'command', session, line: isPassword ? 'password' : line });
        isPassword = step === 'AUTH';
        answer(step, line);
      }
    });
  };

  listen(socket);
  answer('greeting');
}

/** @param {import('node:net').Socket} socket */
const encrypted = (socket) =>
  new TLSSocket(socket, {
    isServer: true,
    key: readFileSync(options.key ?? ''),
    cert: readFileSync(options.cert ?? ''),
  });

let sessions = 0;
const server = createServer((socket) => {
  socket.on('error', () => {});
  sessions += 1;
  if (options.secure !== true) serve(socket, String(sessions));
  else if (asked('TLS') === undefined) serve(encrypted(socket), String(sessions));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  report({ event: 'listening', port: typeof address === 'object' ? address?.port : null });
});

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
