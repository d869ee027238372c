import { readFileSync, writeFileSync } from 'node:fs';
import type { Upload } from './upload.ts';

/** Runs doctor on an upload. It exits with 1, because no worker has run. */
export function doctor({ upload, origin }: { upload: Upload; origin: string }): string {
  const environment = `${upload.privateFolder}/.env`;
  const told = readFileSync(environment, 'utf8');
  writeFileSync(environment, told.replace(/^SITE_URL=.*$/m, `SITE_URL=${origin}`));
  return upload.console(['doctor'], 1);
}
