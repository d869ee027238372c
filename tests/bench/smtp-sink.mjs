// @ts-check
// A mail server that takes every message at once and keeps only the count: what is
// measured beside it is the sender. Prints its port; tells the count when asked over IPC.
import { createServer } from 'node:net';

const END_OF_DATA = '\r\n.\r\n';
let messages = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let received = '';
  let isData = false;
  /** @param {string} line */
  const answer = (line) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') socket.write('250-sink\r\n250 8BITMIME\r\n');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else if (verb === 'DATA') {
      isData = true;
      socket.write('354 go on\r\n');
    } else socket.write('250 ok\r\n');
  };
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(isData ? END_OF_DATA : '\r\n');
      if (end < 0) return;
      const line = received.slice(0, end);
      received = received.slice(end + (isData ? END_OF_DATA.length : 2));
      if (isData) {
        messages += 1;
        isData = false;
        socket.write('250 kept\r\n');
      } else answer(line);
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', () => process.send?.({ messages }));
process.on('disconnect', () => process.exit(0));
