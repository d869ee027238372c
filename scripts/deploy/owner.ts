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
  const { private: folder, documentRoot, toDocumentRoot } = places;
  const { siteUrl, servicePrefix, www } = target;
  const scripts = `${documentRoot}${servicePrefix}`;
  const text = async (path: string) => (await connection.read(path))?.toString().trim();
  const site = await text(`${folder}/site.txt`);
  const script = await text(`${scripts}/contact_process.php`);
  // server/entry.php
  const [, scriptSite] = /\$site === '(https?:[^']+)'/.exec(script ?? '') ?? [];
  const record = parsed<HostRecord>(await connection.read(`${folder}/deploy.json`));
  const belongTogether =
    record === undefined
      ? site === scriptSite && (script === undefined || (await connection.isFolder(folder)))
      : record.toDocumentRoot === toDocumentRoot;
  if (belongTogether && (isMoved || (site ?? siteUrl) === siteUrl)) return;
  const itsRoot = record && `, with the document root ${join(folder, record.toDocumentRoot)}`;
  throw new DeployError(
    `These folders belong to another site than ${siteUrl} in ${documentRoot}:
  ${folder} to ${site ?? 'no site'}${itsRoot ?? ''}
  ${documentRoot} to ${scriptSite ?? 'no site'}
If DEPLOY_WWW or SITE_URL is wrong, correct it.
If this is a second site on the account, set DEPLOY_PRIVATE: to a folder of its own, such as private-second, or to ${www}/private.
If the site has a new address, run: npm run deploy -- --new-settings
If you moved its folders, delete ${folder}/deploy.json and ${scripts}.
Nothing was uploaded.`,
  );
}
