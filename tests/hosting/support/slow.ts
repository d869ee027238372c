import { connect, type Socket } from 'node:net';

interface Slow {
  /** For each request: 'reading' if the server waits for its body, a status if it answered, or 'closed'. */
  readonly outcomes: readonly string[];
  readonly end: () => void;
}

/** Opens POST requests at once, from an address of their own. Each sends a few bytes of its body, and then nothing. */
export async function holdPosts(port: number, count: number, path: string): Promise<Slow> {
  const sockets: Socket[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      sockets.push(socket);
      return hold(socket, path);
    }),
  );
  return {
    outcomes,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const hold = (socket: Socket, path: string) =>
  new Promise<string>((resolve) => {
    let said = '';
    socket.on('connect', () => {
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          'Host: localhost',
          'Content-Type: application/json',
          'Content-Length: 60000',
          // the answer 100 says that the server waits for the body
          'Expect: 100-continue',
          '\r\n',
        ].join('\r\n'),
      );
    });
    socket.on('data', (chunk) => {
      said += chunk.toString();
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(said) ?? [];
      if (status === '100') socket.write('{"name":', () => resolve('reading'));
      else if (status !== undefined) resolve(status);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve('closed'));
  });
