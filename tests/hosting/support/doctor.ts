import { readFileSync, writeFileSync } from 'node:fs';
import type { Upload } from './upload.ts';

/** What doctor says of an upload, which is told its own address. No worker has run, so that it ends with 1. */
export function doctor({ upload, origin }: { upload: Upload; origin: string }): string {
  const environment = `${upload.privateFolder}/.env`;
  const told = readFileSync(environment, 'utf8');
  writeFileSync(environment, told.replace(/^SITE_URL=.*$/m, `SITE_URL=${origin}`));
  return upload.console(['doctor'], 1);
}
