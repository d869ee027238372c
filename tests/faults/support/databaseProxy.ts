import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../support/listen.ts';

/** The commands of MySQL's protocol whose text is SQL. */
const QUERY = 0x03;
const PREPARE = 0x16;

/** Where a connection is cut. */
export interface Cut {
  /** Matches a statement of the transaction. */
  readonly statement: RegExp;
  /** Cuts at this statement, or at the COMMIT of its transaction. */
  readonly at: 'statement' | 'COMMIT';
  /** before: not forwarded; during: forwarded; after: answered, and the answer is dropped; hang: never answered. */
  readonly moment: 'before' | 'during' | 'after' | 'hang';
}

/** Splits off whole packets. */
function packetsOf(received: Buffer): [packets: Buffer[], rest: Buffer] {
  const packets: Buffer[] = [];
  let rest = received;
  while (rest.length >= 4 && rest.length >= 4 + rest.readUIntLE(0, 3)) {
    const length = 4 + rest.readUIntLE(0, 3);
    packets.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [packets, rest];
}

const sqlOf = (packet: Buffer) => (packet[4] === QUERY || packet[4] === PREPARE ? packet.toString('utf8', 5) : '');

/** @param sql the transaction's statements so far */
function isWhere({ statement, at }: Cut, sql: readonly string[]): boolean {
  const last = sql.at(-1) ?? '';
  if (at === 'statement') return statement.test(last);
  return last === 'COMMIT' && sql.some((earlier) => statement.test(earlier));
}

/** A proxy between the product and MariaDB that cuts a connection at a given statement. */
export async function startDatabaseProxy(target: number) {
  let armed: { readonly cut: Cut; readonly done: () => void } | undefined;
  const sockets = new Set<Socket>();

  const relay = (client: Socket) => {
    const upstream = connect(target, '127.0.0.1');
    const drop = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.end());
    let onAnswer = (answer: Buffer) => {
      client.write(answer);
    };
    upstream.on('data', (answer) => onAnswer(answer));

    const act = (moment: Cut['moment'], packet: Buffer) => {
      if (moment === 'before') drop();
      else if (moment === 'during') {
        client.destroy();
        upstream.end(packet);
      } else {
        onAnswer = moment === 'after' ? drop : () => undefined;
        upstream.write(packet);
      }
    };

    let received: Buffer = Buffer.alloc(0);
    let transaction: string[] = [];
    client.on('data', (piece) => {
      let packets: Buffer[];
      [packets, received] = packetsOf(Buffer.concat([received, piece]));
      for (const packet of packets) {
        const sql = sqlOf(packet);
        transaction = sql === 'BEGIN' ? [] : [...transaction, sql];
        if (armed !== undefined && isWhere(armed.cut, transaction)) {
          const { cut, done } = armed;
          armed = undefined;
          act(cut.moment, packet);
          done();
          return;
        }
        upstream.write(packet);
      }
    });
  };

  const server = createServer(relay);
  return {
    port: await listen(server),
    /** Resolves when the connection is cut. */
    cutOnce: (cut: Cut) =>
      new Promise<void>((done) => {
        armed = { cut, done };
      }),
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
