// @ts-check
/**
 * Stands before a MariaDB server. Its arguments are the server's socket, its own, and perhaps "cut", to cut each
 * connection when the client commits.
 */
import { connect, createServer } from 'node:net';

const [, , target = '', own = '', fault = ''] = process.argv;

/** The command QUERY of MySQL's protocol, with its text. */
const COMMIT = Buffer.from('\x03COMMIT');

/** @param {Buffer} sent */
const isCut = (sent) => fault === 'cut' && sent.subarray(-COMMIT.length).equals(COMMIT);

const server = createServer((client) => {
  const upstream = connect(target);
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
  upstream.on('data', (answer) => client.write(answer));
  client.on('data', (sent) => (isCut(sent) ? cut() : upstream.write(sent)));
});
server.listen(own, () => process.stdout.write('{"event":"listening"}\n'));

// ends with the process that started it
process.stdin.resume().on('end', () => process.exit());
