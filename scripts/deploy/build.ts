import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { builtWith } from '../serving.ts';
import { DeployError } from './deployError.ts';
import type { Origin } from './repository.ts';
import type { Target } from './settings.ts';

export interface Manifest extends Origin {
  readonly release: string;
  readonly code: string;
  /** The settings of the build that change it, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** When it was last deployed (ISO 8601). */
  readonly deployed?: string;
  readonly files: Readonly<Record<string, { readonly hash: string; readonly size: number }>>;
}

/**
 * @param allows whether claims of the sample firm may be published
 * @throws {DeployError} if dist has other settings than .env, or claims that may not be published
 */
export async function readBuild(
  dist: string,
  target: Target,
  allows: (claims: string) => Promise<boolean>,
): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8'));
  const other = differences(manifest.settings, builtWith(target));
  if (other) throw new DeployError(`These settings have changed since the build, so build again:${other}`);
  const firm = readFileSync(`${dist}/private/server/pages/firm.json`, 'utf8');
  const { samples = [] }: { readonly samples?: readonly string[] } = JSON.parse(firm);
  const claims = samples.join('\n');
  if (claims !== '' && isOnInternet(new URL(target.siteUrl).hostname) && !(await allows(claims))) {
    throw new DeployError(
      `${claims}\nNothing was uploaded. To publish this at ${target.siteUrl} all the same, add --sample.`,
    );
  }
  return { ...manifest, deployed: new Date().toISOString() };
}

/** A release as people tell it apart: with the time of its deployment, here. */
export function titleOf({ release, deployed }: Manifest): string {
  const time = new Date(deployed ?? '');
  return Number.isNaN(time.getTime())
    ? release
    : `${release} of ${time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })}`;
}

/** A line for each setting whose values differ. */
export const differences = (before: Manifest['settings'], now: Manifest['settings']): string =>
  Object.keys(before)
    .filter((key) => before[key] !== now[key])
    .map((key) => `\n  ${key}: ${before[key] || 'empty'} before, ${now[key] || 'empty'} now`)
    .join('');

/** Not an IP address, nor a name that is reserved for tests and examples (RFC 6761). */
const isOnInternet = (host: string) => /\.(?!(?:example|invalid|localhost|test)$)[a-z][a-z\d-]*$/.test(host);

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** A file on the host that may be damaged. */
export function parsed<T>(file: Buffer | undefined): T | undefined {
  try {
    return file && JSON.parse(file.toString());
  } catch {
    return undefined;
  }
}

/** A file of the build. @throws {DeployError} if another build has replaced it */
export function builtFile(dist: string, path: string, { files }: Manifest): Buffer {
  const content = existsSync(`${dist}/${path}`) ? readFileSync(`${dist}/${path}`) : undefined;
  if (content !== undefined && sha256(content) === files[path]?.hash) return content;
  throw new DeployError(
    `${dist}/${path} has changed since the build: another command has built the site. Run npm run deploy again.`,
  );
}

/** Assets have a hash in their name, so they are never replaced. */
export const isAsset = (path: string): boolean => path.startsWith('www/assets/');
const isPage = (path: string) => path.startsWith('private/server/pages/');
export const isCode = (path: string) => path.startsWith('private/server/') && !isPage(path);
/** Files that every release has at the same place. */
export const isReplaced = (path: string): boolean =>
  path === 'private/server/console' || !(isAsset(path) || isPage(path) || isCode(path));

/** @param path in the build: begins with www/ or private/ @returns its path on the host */
export const placeOf = (target: Target, path: string): string =>
  path.startsWith('www/')
    ? `${target.documentRoot}/${path.slice('www/'.length)}`
    : `${target.private}/${path.slice('private/'.length)}`;

/** @param file of a release: its manifest, a page, or the copy of a replaced file */
export const placeIn = (target: Target, release: string, file: string): string =>
  `${target.private}/releases/${release}/${file}`;

/** The files in folders of their own, by their path on the host, with their path in the build. */
export function addedFiles(target: Target, { files, code, release }: Manifest): Map<string, string> {
  const found = (isWanted: (path: string) => boolean, place: (path: string) => string) =>
    paths(files, isWanted).map((path) => [place(path), path] as const);
  return new Map([
    ...found(isAsset, (path) => placeOf(target, path)),
    ...found(isCode, (path) => `${target.private}/code/${code}${path.slice('private'.length)}`),
    ...found(isPage, (path) => placeIn(target, release, path.slice('private/server/'.length))),
    ...found(isReplaced, (path) => placeIn(target, release, path)),
  ]);
}

export const paths = (files: Readonly<Record<string, unknown>>, isWanted: (path: string) => boolean): string[] =>
  Object.keys(files).filter(isWanted);
