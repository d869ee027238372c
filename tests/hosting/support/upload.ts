import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { root } from '../../../scripts/environment.mjs';
import { compressFiles } from '../../../scripts/plugins/compression.ts';
import { isRoot } from '../../support/phpFpm.ts';

export const SERVER_USER = 'www-data';

export type Layout = 'beside' | 'inside';

const published = mkdtempSync(`${tmpdir()}/public-`);
mkdirSync(`${published}/.well-known`);
for (const file of ['verification-1234.html', 'prices.pdf', '.well-known/security.txt']) {
  writeFileSync(`${published}/${file}`, `Contact: mailto:security@example.co.za ${'-'.repeat(99)}\n`);
}
await compressFiles(published);
/** Packages, which no test changes: links to one copy take a fifth of the time of copies. */
const packages = mkdtempSync(`${tmpdir()}/packages-`);
copyFiles(`${root}dist/private/server/vendor`, packages);

export function removeSources(): void {
  for (const folder of [published, packages]) rmSync(folder, { recursive: true, force: true });
}
process.once('exit', removeSources);

/** Takes a third of the time of cpSync(). */
function copyFiles(from: string, to: string, leftOut: readonly string[] = [], option = '--preserve=mode'): void {
  const names = readdirSync(from).filter((name) => !leftOut.includes(name));
  mkdirSync(to, { recursive: true });
  execFileSync('cp', ['-r', option, ...names, to], { cwd: from });
}

export class Upload {
  readonly folder: string;
  readonly documentRoot: string;
  readonly privateFolder: string;
  get dataFolder(): string {
    return `${this.privateFolder}/server/data`;
  }

  /**
   * @param site the document root below the folder
   * @param folder the hosting account, which may contain other sites
   */
  constructor(layout: Layout, site = 'www', folder = mkdtempSync(`${tmpdir()}/hosting-`)) {
    this.folder = folder;
    // the servers' user must be able to read it
    chmodSync(folder, 0o755);
    this.documentRoot = `${folder}/${site}`;
    this.privateFolder = layout === 'beside' ? `${folder}/private` : `${this.documentRoot}/private`;
    this.copy();
  }

  copy(): void {
    copyFiles(`${root}dist/www`, this.documentRoot);
    copyFiles(published, this.documentRoot);
    // a developer who serves dist has .env and data there
    copyFiles(`${root}dist/private`, this.privateFolder, ['.env', 'server']);
    copyFiles(`${root}dist/private/server`, `${this.privateFolder}/server`, ['data', 'vendor']);
    copyFiles(packages, `${this.privateFolder}/server/vendor`, [], '--link');
    copyFiles(`${root}dist/nginx`, `${this.folder}/nginx`);
  }

  setUp(values: Record<string, string>): void {
    const file = `${this.privateFolder}/.env`;
    const filled = Object.entries(values).reduce(
      (text, [key, value]) => text.replace(new RegExp(`^${key}=.*$`, 'm'), () => `${key}=${value}`),
      readFileSync(`${file}.example`, 'utf8'),
    );
    writeFileSync(file, filled, { mode: 0o600 });
    this.console(['setup']);
    if (isRoot) execFileSync('chown', ['-R', SERVER_USER, this.dataFolder, file]);
  }

  /** Runs setup as the current user, and other commands as the web server's user. */
  console(args: string[], exitCode = 0): string {
    const { status, stdout, stderr } = spawnSync('php', ['server/console', ...args], {
      cwd: this.privateFolder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
      ...(isRoot && args[0] !== 'setup' && { uid: idOf('-u'), gid: idOf('-g') }),
    });
    if (status !== exitCode) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param option of the program id */
const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, SERVER_USER], { encoding: 'utf8' }));
