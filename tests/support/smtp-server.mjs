// @ts-check
/**
 * A real SMTP server for tests. The argument is Options as JSON. It prints a line of JSON per event, and stops on
 * SIGTERM or when its standard input closes, so that it never outlives its test.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * @typedef {object} Options
 * @property {number} [port] default any free one
 * @property {string} [key] PEM file of the private key
 * @property {string} [cert] PEM file of the certificate
 * @property {boolean} [secure] TLS from the first byte
 * @property {boolean} [starttls] offer STARTTLS
 * @property {{ user: string, pass: string }} [auth] demand this login
 * @property {boolean} [oauth] pass is a token
 * @property {string[]} [refuse] recipients
 * @property {string} [refuseData] refuse every mail after its body, with these words
 * @property {number} [refuseCode] default 554
 * @property {'connect' | 'verdict'} [dropAt] close the connection there; at verdict the mail is accepted
 * @property {'greeting'} [stallAt] send nothing from there on
 * @property {number} [slowVerdict] milliseconds between the final dot and the answer
 * @property {number} [faults] how many errors; for ever if missing
 * @property {boolean} [dropIdle] close each connection after its mail
 */

/** @type {Options} */
const options = JSON.parse(process.argv[2] ?? '{}');

/** @param {Record<string, unknown>} event */
const report = (event) => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/** @param {string} message @param {number} responseCode */
const refusal = (message, responseCode) => Object.assign(new Error(message), { responseCode });

let faultsLeft = options.faults ?? Number.POSITIVE_INFINITY;

/** Whether the requested error happens now. @param {boolean} asked */
function strikes(asked) {
  if (!asked || faultsLeft <= 0) return false;
  faultsLeft -= 1;
  return true;
}

/** @param {import('smtp-server').SMTPServerSession} session */
function drop(session) {
  for (const connection of server.connections) {
    if (connection.session === session || connection.id === session.id) connection._socket.destroy();
  }
}

const server = new SMTPServer({
  ...(options.key === undefined ? {} : { key: readFileSync(options.key) }),
  ...(options.cert === undefined ? {} : { cert: readFileSync(options.cert) }),
  secure: options.secure === true,
  disabledCommands: [
    ...(options.starttls === true ? [] : ['STARTTLS']),
    ...(options.auth === undefined ? ['AUTH'] : []),
  ],
  authOptional: options.auth === undefined,
  allowInsecureAuth: true,
  ...(options.oauth === true ? { authMethods: ['XOAUTH2'] } : {}),
  disableReverseLookup: true,
  onConnect(session, callback) {
    if (strikes(options.dropAt === 'connect')) {
      drop(session);
    } else if (!strikes(options.stallAt === 'greeting')) {
      callback();
    }
  },
  onAuth(login, _session, callback) {
    const said = login.method === 'XOAUTH2' ? login.accessToken : login.password;
    const matches = login.username === options.auth?.user && said === options.auth?.pass;
    callback(matches ? null : refusal('Authentication failed', 535), { user: login.username });
  },
  onRcptTo(address, _session, callback) {
    const refused = options.refuse?.includes(address.address) === true;
    callback(refused ? refusal('No such mailbox', 550) : null);
  },
  async onData(stream, session, callback) {
    const chunks = await stream.toArray().catch(() => undefined);
    // the client hung up in the middle of its mail
    if (chunks === undefined) return;
    const raw = Buffer.concat(chunks);
    const mail = await simpleParser(raw, {
      skipHtmlToText: true,
      skipImageLinks: true,
      skipTextLinks: true,
      skipTextToHtml: true,
    });
    if (options.refuseData !== undefined && strikes(true)) {
      callback(refusal(options.refuseData, options.refuseCode ?? 554));
      return;
    }
    report({
      event: 'message',
      session: session.id,
      secure: session.secure,
      hello: session.hostNameAppearsAs,
      user: session.user ?? null,
      envelope: {
        from: session.envelope.mailFrom === false ? null : session.envelope.mailFrom.address,
        to: session.envelope.rcptTo.map(({ address }) => address),
      },
      raw: raw.toString('latin1'),
      headers: mail.headerLines,
      from: mail.from?.value ?? [],
      replyTo: mail.replyTo?.value ?? [],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
    if (strikes(options.dropAt === 'verdict')) {
      drop(session);
      return;
    }
    if (options.slowVerdict !== undefined) await delay(options.slowVerdict);
    callback(null);
    if (options.dropIdle === true) setImmediate(() => drop(session));
  },
});

// Some tests make clients hang up on the certificate.
server.on('error', () => {});
server.listen(options.port ?? 0, '127.0.0.1');
await once(server.server, 'listening');
const address = server.server.address();
report({ event: 'listening', port: typeof address === 'object' ? address?.port : null });

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
