import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../support/listen.ts';

/** A line to a file server that can be cut or slow. */
interface Line {
  readonly port: number;
  /** Bytes towards the server. */
  readonly bytes: number;
  close(): Promise<void>;
}

/**
 * @param cutAfter bytes towards the server, after which all connections break
 * @param chunk bytes that pass in each turn of the event loop
 */
export async function line(to: number, { cutAfter = Number.POSITIVE_INFINITY, chunk = 65_536 } = {}): Promise<Line> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (near) => {
    if (bytes >= cutAfter) {
      near.destroy();
      return;
    }
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
      socket.on('error', () => {});
    }
    far.pipe(near);
    near.on('readable', () => pass(near, far));
  });
  const pass = (near: Socket, far: Socket) => {
    const data: Buffer | null = near.read(Math.min(chunk, near.readableLength)) as Buffer | null;
    if (data === null) return;
    bytes += data.length;
    far.write(data);
    if (bytes >= cutAfter) cut();
    else if (near.readableLength > 0) setImmediate(pass, near, far);
  };
  return {
    port: await listen(server),
    get bytes() {
      return bytes;
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
