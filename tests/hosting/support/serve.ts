import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../../scripts/processes.mjs';
import { ask, type Question } from './ask.ts';
import type { WebServer } from './servers.ts';
import { type Layout, Upload } from './upload.ts';

/** A web server on a fresh upload, for the tests of the block that calls this. */
export function serve(layout: Layout, start: (upload: Upload) => Promise<WebServer>) {
  const upload = new Upload(layout);
  const ports = { web: 0, smtp: 0 };
  let server: WebServer | undefined;
  beforeAll(async () => {
    // nobody listens there until a test does
    ports.smtp = await freePort();
    upload.setUp({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(ports.smtp),
      SMTP_ENCRYPTION: 'none',
      SMTP_USERNAME: '',
      SMTP_PASSWORD: '',
    });
    server = await start(upload);
    ports.web = server.port;
  });
  afterAll(async () => {
    await server?.stop();
    upload.remove();
  });
  return {
    upload,
    ports,
    ask: (path: string, question?: Question) => ask(ports.web, path, question),
  };
}
