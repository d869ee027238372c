import { type ClientRequest, request } from 'node:http';

interface Slow {
  /** For each request: 'reading' if the server waits for its body, a status if it answered, or 'closed'. */
  readonly outcomes: readonly string[];
  readonly end: () => void;
}

/** Opens POST requests at once, from an address of their own. Each sends a few bytes of its body, and then nothing. */
export async function holdPosts(port: number, count: number, path: string): Promise<Slow> {
  // the answer 100 says that the server waits for the body
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 60_000, Expect: '100-continue' };
  const address = { host: '127.0.0.1', port, path, localAddress: '127.0.0.2' };
  const requests = Array.from({ length: count }, () => request({ ...address, method: 'POST', headers, agent: false }));
  return {
    outcomes: await Promise.all(requests.map(outcomeOf)),
    end: () => {
      for (const each of requests) each.destroy();
    },
  };
}

const outcomeOf = (sent: ClientRequest) =>
  new Promise<string>((resolve) => {
    sent.once('continue', () => sent.write('{"name":', () => resolve('reading')));
    sent.once('response', ({ statusCode }) => resolve(String(statusCode)));
    sent.on('error', () => {});
    sent.once('close', () => resolve('closed'));
    sent.flushHeaders();
  });
