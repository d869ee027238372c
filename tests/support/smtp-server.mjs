// @ts-check
/**
 * A real SMTP server for tests. Its one argument is JSON (see Options); it prints one line of JSON per
 * event on standard output and stops on SIGTERM or when its standard input closes, so that it never
 * outlives the test that started it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/**
 * @typedef {object} Options
 * @property {string} [key] PEM file of the private key
 * @property {string} [cert] PEM file of the certificate
 * @property {boolean} [secure] TLS from the first byte
 * @property {boolean} [starttls] offer STARTTLS
 * @property {{ user: string, pass: string }} [auth] demand this login
 * @property {string[]} [refuse] recipients to refuse
 * @property {string} [refuseData] refuse every mail after it was read, with these words
 */

/** @type {Options} */
const options = JSON.parse(process.argv[2] ?? '{}');

/** @param {Record<string, unknown>} event */
const report = (event) => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

/**
 * @param {string} message
 * @param {number} responseCode
 */
const refusal = (message, responseCode) => Object.assign(new Error(message), { responseCode });

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
  disableReverseLookup: true,
  onAuth(login, _session, callback) {
    const matches = login.username === options.auth?.user && login.password === options.auth?.pass;
    callback(matches ? null : refusal('Authentication failed', 535), { user: login.username });
  },
  onRcptTo(address, _session, callback) {
    const refused = options.refuse?.includes(address.address) === true;
    callback(refused ? refusal('No such mailbox', 550) : null);
  },
  async onData(stream, session, callback) {
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
    }
    if (options.refuseData !== undefined) {
      callback(refusal(options.refuseData, 554));
      return;
    }
    const raw = Buffer.concat(chunks);
    const mail = await simpleParser(raw, {
      skipHtmlToText: true,
      skipImageLinks: true,
      skipTextLinks: true,
      skipTextToHtml: true,
    });
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
      replyTo: mail.replyTo?.value ?? [],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
    callback(null);
  },
});

// A client that hangs up on our certificate is what some tests are about.
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
const address = server.server.address();
report({ event: 'listening', port: typeof address === 'object' ? address?.port : null });

const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.stdin.on('end', stop).resume();
