// @ts-check
/**
 * Receives webhooks and prints each request as a line of JSON.
 * A line of its input is {"answers": [...]}: one for each request, and the last one for all later requests.
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** @type {any[]} */
let answers = [];
let count = 0;

/** @param {object} event */
function say(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** A byte of a header again and again, without an end. @param {import('node:net').Socket} socket */
function drip(socket) {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { status, headers, body = '', raw, then } = answers[Math.min(count, answers.length - 1)];
  count += 1;
  say({
    event: 'request',
    method: request.method,
    path: request.url,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  });
  const { socket } = request;
  socket.on('error', () => {});
  if (then === 'hang') return;
  if (then === 'drip') return drip(socket);
  if (raw !== undefined) return socket.end(raw);
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      ({ answers } = JSON.parse(line));
      count = 0;
      say({ event: 'listening', port });
    })
    .on('close', () => process.exit());
});
