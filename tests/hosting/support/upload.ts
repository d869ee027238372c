import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { root } from '../../../scripts/environment.mjs';
import { compressFiles } from '../../../scripts/plugins/compression.ts';
import { isRoot } from '../../support/php-fpm.mjs';

/** Whom Debian's servers are, and what root has to start them as. */
export const SERVER_USER = 'www-data';

/** Where the private part of the upload is: beside the document root, or inside it. */
export type Layout = 'beside' | 'inside';

/** What a build with files in public/ would have beside the pages. */
const published = mkdtempSync(`${tmpdir()}/public-`);
mkdirSync(`${published}/.well-known`);
for (const file of ['verification-1234.html', 'prices.pdf', '.well-known/security.txt']) {
  writeFileSync(
    `${published}/${file}`,
    `Contact: mailto:security@example.co.za ${'-'.repeat(99)}\n`,
  );
}
await compressFiles(published);
process.once('exit', () => rmSync(published, { recursive: true, force: true }));

/** An upload as an operator makes it: dist, copied to where no repository is. */
export class Upload {
  readonly folder: string;
  readonly documentRoot: string;
  readonly privateFolder: string;
  /** Where it is unless told. */
  get logFile(): string {
    return `${this.privateFolder}/server/data/enquiries.log`;
  }

  /**
   * @param site the document root, from the folder
   * @param folder the hosting account, which may have other sites
   */
  constructor(layout: Layout, site = 'www', folder = mkdtempSync(`${tmpdir()}/hosting-`)) {
    this.folder = folder;
    // the servers' user has to get in
    chmodSync(folder, 0o755);
    this.documentRoot = `${folder}/${site}`;
    this.privateFolder = layout === 'beside' ? `${folder}/private` : `${this.documentRoot}/private`;
    this.copy();
  }

  /** Copies dist over what is there, as the first upload does and every later one. */
  copy(): void {
    cpSync(`${root}dist/www`, this.documentRoot, { recursive: true });
    cpSync(published, this.documentRoot, { recursive: true });
    cpSync(`${root}dist/private`, this.privateFolder, {
      recursive: true,
      // what somebody who serves dist itself may have there
      filter: (path) => !/\/private\/(?:\.env|server\/data)$/.test(path),
    });
    cpSync(`${root}dist/nginx`, `${this.folder}/nginx`, { recursive: true });
  }

  /** Writes .env by the console's set-up, fills it in, and finishes the set-up. */
  setUp(values: Record<string, string>): void {
    const owner = isRoot ? [`--owner=${SERVER_USER}`] : [];
    // there is no configuration yet
    this.console(['setup', ...owner], 1);
    const file = `${this.privateFolder}/.env`;
    const filled = Object.entries(values).reduce(
      (text, [key, value]) => text.replace(new RegExp(`^${key}=.*$`, 'm'), () => `${key}=${value}`),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, filled);
    this.console(['setup', ...owner]);
  }

  /** Runs a command of the console as the user that PHP runs as; the set-up as who we are. */
  console(args: string[], exitCode = 0): string {
    const { status, stdout, stderr } = spawnSync('php', ['server/console', ...args], {
      cwd: this.privateFolder,
      // nothing of this process's environment: on a live site there is none of it
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
      ...(isRoot && args[0] !== 'setup' && { uid: idOf('-u'), gid: idOf('-g') }),
    });
    if (status !== exitCode)
      throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param option of the program id */
const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, SERVER_USER], { encoding: 'utf8' }));
