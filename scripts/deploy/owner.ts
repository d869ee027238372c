import { join } from 'node:path/posix';
import type { HostRecord } from './account.ts';
import { type Places, parsed } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';
import type { Target } from './settings.ts';

/** @throws {DeployError} if DEPLOY_URL or DEPLOY_WWW names no folder */
export async function requireFolders(
  connection: Connection,
  { base, documentRoot }: Places,
  { www }: Target,
): Promise<void> {
  if (!(await connection.isFolder(base || '/'))) {
    throw new DeployError(
      `DEPLOY_URL names the folder ${base}, and the host has no such folder. Open the account with an FTP program, and copy the path that it shows.`,
    );
  }
  if (await connection.isFolder(documentRoot || '/')) return;
  const folders = (await connection.list(base || '/')).filter(({ isFolder }) => isFolder);
  throw new DeployError(
    `DEPLOY_WWW is ${www}, and the host has no folder ${documentRoot}. ${base || '/'} has: ${folders.map(({ name }) => name).join(', ') || 'no folders'}.`,
  );
}

/** The host may hold other sites. Reads only. @throws {DeployError} if the folders belong to another site */
export async function requireOwn(
  connection: Connection,
  places: Places,
  target: Target,
  isMoved: boolean,
): Promise<void> {
  const { private: folder, documentRoot } = places;
  const { siteUrl, servicePrefix, www, toPrivate } = target;
  const text = async (path: string) => (await connection.read(path))?.toString().trim();
  const recorded = await connection.read(`${folder}/deploy.json`);
  const site = await text(`${folder}/site.txt`);
  const script = await text(`${documentRoot}${servicePrefix}/contact_process.php`);
  // server/entry.php
  const [, scriptSite] = /\$site === '(https?:[^']+)'/.exec(script ?? '') ?? [];
  const { toDocumentRoot } = parsed<Partial<HostRecord>>(recorded) ?? {};
  const hasPrivate = recorded !== undefined || (await connection.isFolder(`${folder}/server`));
  const inside = `${documentRoot}/private`;
  const isInsideUsed = toPrivate === '' && folder !== inside && (await connection.isFolder(inside));
  // an interrupted first deployment has the record alone
  const belongTogether =
    toDocumentRoot === undefined
      ? scriptSite === site && (hasPrivate || script === undefined)
      : toDocumentRoot === places.toDocumentRoot;
  const own =
    '\nIf this is another site, give it a private folder of its own with DEPLOY_PRIVATE, such as DEPLOY_PRIVATE=private-second, or inside its document root';

  const checks: [isFault: boolean, what: string][] = [
    [
      !belongTogether,
      `${folder} belongs to ${site ?? 'no site'}${toDocumentRoot === undefined ? '' : ` with the document root ${join(folder, toDocumentRoot)}`}, and ${documentRoot} to ${scriptSite ?? 'none'}: check DEPLOY_WWW and DEPLOY_PRIVATE.${own} (${www}/private).\nIf you moved one of the two folders, delete ${folder}/deploy.json and ${documentRoot}${servicePrefix}.`,
    ],
    [
      site !== undefined && site !== siteUrl && !isMoved,
      `${folder} and ${documentRoot} belong to ${site}, and SITE_URL is ${siteUrl}.${own}, and another DEPLOY_WWW.\nIf ${site} has the new address ${siteUrl}, run: npm run deploy -- --new-settings`,
    ],
    [
      isInsideUsed,
      `PHP would use ${inside}, and not ${folder}: set DEPLOY_PRIVATE=${www}/private, or move ${inside} away.`,
    ],
  ];
  const [, fault] = checks.find(([isFault]) => isFault) ?? [];
  if (fault !== undefined) throw new DeployError(`${fault}\nNothing was uploaded.`);
}
