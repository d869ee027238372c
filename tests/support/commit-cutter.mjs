// @ts-check
/**
 * Stands before a MariaDB server, and cuts each connection when the client commits.
 * Its arguments are the server's socket and its own.
 */
import { connect, createServer } from 'node:net';

const [, , target = '', own = ''] = process.argv;

/** The command QUERY of MySQL's protocol, with its text. */
const COMMIT = Buffer.from('\x03COMMIT');

const server = createServer((client) => {
  const upstream = connect(target);
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on('error', cut).on('close', cut);
  upstream.on('data', (answer) => client.write(answer));
  client.on('data', (sent) => (sent.subarray(-COMMIT.length).equals(COMMIT) ? cut() : upstream.write(sent)));
});
server.listen(own, () => process.stdout.write('{"event":"listening"}\n'));

// ends with the process that started it
process.stdin.resume().on('end', () => process.exit());
