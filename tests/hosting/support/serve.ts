import { readFileSync, writeFileSync } from 'node:fs';
import getPort from 'get-port';
import { afterAll, beforeAll } from 'vitest';
import { ask, type Question } from './ask.ts';
import { HEALTH_TOKEN } from './requests.ts';
import type { Start, WebServer } from './servers.ts';
import { type Layout, removeSources, Upload } from './upload.ts';

// Vitest ends its processes before they exit by themselves
afterAll(removeSources);

export function serve(layout: Layout, start: Start, make = () => new Upload(layout)) {
  const site: { upload?: Upload; server?: WebServer; smtpPort: number } = { smtpPort: 0 };
  beforeAll(async () => {
    site.upload = make();
    site.smtpPort = await getPort();
    site.upload.setUp({
      SMTP_HOST: '127.0.0.1',
      MAIL_FROM: 'website@firm.example',
      MAIL_TO: 'sales@firm.example',
      SMTP_PORT: String(site.smtpPort),
      SMTP_ENCRYPTION: 'none',
      HEALTH_TOKEN,
    });
    site.server = await start(site.upload);
  });
  afterAll(async () => {
    await site.server?.stop();
    site.upload?.remove();
  });
  return {
    ask: (path: string, question?: Question) => ask(site.server?.port ?? 0, path, question),
    get upload(): Upload {
      if (site.upload === undefined) throw new Error('The upload exists only while tests run.');
      return site.upload;
    },
    get origin(): string {
      return `http://127.0.0.1:${site.server?.port}`;
    },
    /** @returns the output of doctor, which exits with 1, because no worker has run */
    doctor(): string {
      const environment = `${this.upload.privateFolder}/.env`;
      const told = readFileSync(environment, 'utf8');
      writeFileSync(environment, told.replace(/^SITE_URL=.*$/m, `SITE_URL=${this.origin}`));
      return this.upload.console(['doctor'], 1);
    },
    stopPhp: () => site.server?.stopPhp?.(),
    get smtpPort(): number {
      return site.smtpPort;
    },
  };
}
