import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path/posix';
import { root } from '../environment.mjs';
import { builtWith } from '../serving.ts';
import { DeployError } from './deployError.ts';
import type { Target } from './settings.ts';

export interface Manifest {
  readonly release: string;
  readonly code: string;
  /** The settings of the build that change it, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** In Git; empty without Git. */
  readonly commit?: string;
  readonly files: Readonly<Record<string, { readonly hash: string; readonly size: number }>>;
}

/**
 * The folder dist.
 * @throws {DeployError} if it has other settings than .env, or would publish the sample firm
 */
export function readBuild(dist: string, target: Target, allowsSample: boolean): Manifest {
  if (!existsSync(`${dist}/manifest.json`)) {
    throw new DeployError(`${dist} has no build: leave --no-build away.`);
  }
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8'));
  const other = differences(manifest.settings, builtWith(target), ['in dist', 'now']);
  if (other.length > 0) {
    throw new DeployError(`These settings have changed since the build, so build again:${other}`);
  }
  const firm = readFileSync(`${dist}/private/server/pages/firm.json`, 'utf8');
  const { samples = [] }: { readonly samples?: readonly string[] } = JSON.parse(firm);
  if (samples.length > 0 && !allowsSample && isPublic(new URL(target.siteUrl).hostname)) {
    throw new DeployError(
      `The build shows the sample firm (${samples.join(', ')}). Edit site.ts in the folder of your firm, or set IDENTITY to that folder. To publish the sample firm at ${target.siteUrl}, add --sample.`,
    );
  }
  return { ...manifest, commit: git('rev-parse', 'HEAD') };
}

/** A line for each setting whose values differ. */
export const differences = (
  one: Manifest['settings'],
  other: Manifest['settings'],
  [when, then]: readonly [string, string],
): string =>
  Object.keys(one)
    .filter((key) => one[key] !== other[key])
    .map((key) => `\n  ${key}: ${one[key] || 'empty'} ${when}, ${other[key] || 'empty'} ${then}`)
    .join('');

/** Not an IP address, nor a name that is reserved for tests and examples (RFC 6761). */
const isPublic = (host: string) => /\.(?!(?:example|invalid|localhost|test)$)[a-z][a-z\d-]*$/.test(host);

/** @returns what Git prints; empty if it fails. In CI, another user may own the repository. */
const git = (...args: string[]): string =>
  String(spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root }).stdout ?? '').trim();

/** Whether this repository has the commit. */
export const hasCommit = (commit: string): boolean => git('cat-file', '-t', commit) === 'commit';

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

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
export const isCode = (path: string) => path.startsWith('private/server/') && !isPage(path);
/** Files that every release has at the same place. */
export const isReplaced = (path: string): boolean =>
  path === 'private/server/console' || !(isAsset(path) || isPage(path) || isCode(path));

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

  /** A file of a release: its manifest, or the copy of a replaced file for a rollback. */
  in(release: string, path: string): string {
    return `${this.private}/releases/${release}/${path}`;
  }

  /** The files in folders of their own, by their path on the host, with their path in the build. */
  added({ files, code, release }: Manifest): Map<string, string> {
    const found = (isWanted: (path: string) => boolean, place: (path: string) => string) =>
      paths(files, isWanted).map((path) => [place(path), path] as const);
    return new Map([
      ...found(isAsset, (path) => this.of(path)),
      ...found(isCode, (path) => `${this.private}/code/${code}${path.slice('private'.length)}`),
      ...found(isPage, (path) => this.in(release, path.slice('private/server/'.length))),
      ...found(isReplaced, (path) => this.in(release, path)),
    ]);
  }
}

export const paths = (files: Readonly<Record<string, unknown>>, isWanted: (path: string) => boolean): string[] =>
  Object.keys(files).filter(isWanted);
