import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path/posix';
import { privateLine } from '../serving.ts';
import { DeployError } from './deployError.ts';
import type { Target } from './settings.ts';

export interface Manifest {
  readonly release: string;
  readonly code: string;
  /** The settings of the build that change it, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, { readonly hash: string; readonly size: number }>>;
}

/**
 * The folder dist.
 * @throws {DeployError} if it is incomplete, for another address, or would publish the sample firm
 */
export function readBuild(dist: string, target: Target, allowsSample: boolean): Manifest {
  const { siteUrl, servicePrefix, toPrivate } = target;
  if (!existsSync(`${dist}/manifest.json`)) {
    throw new DeployError(`${dist} has no build: leave --no-build away.`);
  }
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8'));
  for (const [path, { size }] of Object.entries(manifest.files)) {
    const isWhole = existsSync(`${dist}/${path}`) && statSync(`${dist}/${path}`).size === size;
    if (!isWhole) throw new DeployError(`${dist}/${path} is not as it was built: build again.`);
    if (size === 0) throw new DeployError(`${path} is empty, which some FTP servers refuse.`);
  }
  const built = readFileSync(`${dist}/private/site.txt`, 'utf8').trim();
  if (built !== siteUrl) {
    throw new DeployError(`The build is for ${built}, and SITE_URL is ${siteUrl}: build again.`);
  }
  const script = `${dist}/www${servicePrefix}/contact_process.php`;
  const line = privateLine(toPrivate) ?? '$private = @file_exists(';
  if (!existsSync(script) || !readFileSync(script, 'utf8').includes(line)) {
    throw new DeployError(
      'The build is for another SERVICE_PREFIX or DEPLOY_PRIVATE: build again.',
    );
  }
  const firm = readFileSync(`${dist}/private/server/pages/firm.json`, 'utf8');
  const { samples = [] }: { readonly samples?: readonly string[] } = JSON.parse(firm);
  if (samples.length > 0 && !allowsSample && isPublic(new URL(siteUrl).hostname)) {
    throw new DeployError(
      `The build shows the sample firm (${samples.join(', ')}). Edit site.ts in the folder of your firm, or set IDENTITY to that folder. To publish the sample firm at ${siteUrl}, add --sample.`,
    );
  }
  return manifest;
}

/** Not an IP address, nor a name that is reserved for tests and examples (RFC 6761). */
const isPublic = (host: string) =>
  /\.(?!(?:example|invalid|localhost|test)$)[a-z][a-z\d-]*$/.test(host);

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** A file on the host that may be damaged. */
export function parsed<T>(file: Buffer | undefined): T | undefined {
  try {
    return file && JSON.parse(file.toString());
  } catch {
    return undefined;
  }
}

/** Assets have a hash in their name, so they are never replaced. */
export const isAsset = (path: string): boolean => path.startsWith('www/assets/');
const isPage = (path: string) => path.startsWith('private/server/pages/');
const CONSOLE = 'private/server/console';
const isCode = (path: string) => path.startsWith('private/server/') && !isPage(path);
/** Files that every release has at the same place. */
export const isReplaced = (path: string): boolean =>
  path === CONSOLE || !(isAsset(path) || isPage(path) || isCode(path));

/** Where things are on the host. */
export class Places {
  readonly base: string;
  readonly documentRoot: string;
  readonly private: string;
  /** The path from private to the document root. */
  readonly toDocumentRoot: string;

  constructor({ base, www, privateFolder }: Target) {
    this.base = base;
    this.documentRoot = www === '.' ? base : `${base}/${www}`;
    this.private = `${base}/${privateFolder}`;
    this.toDocumentRoot = relative(privateFolder, www);
  }

  /** @param path in the build: begins with www/ or private/ */
  of(path: string): string {
    return path.startsWith('www/')
      ? `${this.documentRoot}/${path.slice('www/'.length)}`
      : `${this.private}/${path.slice('private/'.length)}`;
  }
  code(name: string): string {
    return `${this.private}/code/${name}`;
  }
  release(name: string): string {
    return `${this.private}/releases/${name}`;
  }
  /** The copy of a replaced file, for a rollback. */
  copy(release: string, path: string): string {
    return `${this.release(release)}/${path}`;
  }
  manifest(release: string): string {
    return `${this.release(release)}/manifest.json`;
  }

  /** The files in folders of their own, by their path on the host, with their path in the build. */
  added({ files, code, release }: Manifest): Map<string, string> {
    const folder = this.release(release);
    const found = (isWanted: (path: string) => boolean, place: (path: string) => string) =>
      paths(files, isWanted).map((path) => [place(path), path] as const);
    return new Map([
      ...found(isAsset, (path) => this.of(path)),
      ...found(isCode, (path) => this.code(code) + path.slice('private'.length)),
      ...found(isPage, (path) => folder + path.slice('private/server'.length)),
      ...found(isReplaced, (path) => this.copy(release, path)),
    ]);
  }
}

export const paths = (
  files: Readonly<Record<string, unknown>>,
  isWanted: (path: string) => boolean,
): string[] => Object.keys(files).filter(isWanted);
