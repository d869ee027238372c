import { join } from 'node:path/posix';
import { parsed } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError, messageOf } from './deployError.ts';
import { type Pool, readReplaced } from './pool.ts';
import type { Target } from './settings.ts';

/** private/deploy.json */
export interface HostRecord {
  /** The path from private. */
  readonly toDocumentRoot: string;
  /** As Releases explains them. */
  readonly good: readonly string[];
  readonly next?: string;
}

export const readRecord = async (connection: Connection, folder: string): Promise<HostRecord | undefined> =>
  parsed<HostRecord>(await readReplaced(connection, `${folder}/deploy.json`));

/** @throws {DeployError} if DEPLOY_URL and DEPLOY_WWW name no folder */
export async function requireFolder(connection: Connection, target: Target): Promise<void> {
  const documentRoot = target.documentRoot || '/';
  if (await connection.isFolder(documentRoot)) return;
  const base = target.base || '/';
  const entries = await connection.list(base);
  throw new DeployError(
    `The host has no folder ${documentRoot}, which is DEPLOY_WWW in the folder of DEPLOY_URL. ${base} has: ${entries.map(({ name }) => name).join(', ') || 'nothing'}. Open the account with an FTP program, and copy the path that it shows.`,
  );
}

/** @param isMoved the site may have a new address @throws {DeployError} if private belongs to another site */
export async function requireOwn(
  connection: Connection,
  { private: folder, documentRoot, toDocumentRoot, siteUrl, www }: Target,
  isMoved: boolean,
): Promise<void> {
  const site = (await connection.read(`${folder}/site.txt`))?.toString().trim() ?? siteUrl;
  const record = await readRecord(connection, folder);
  const itsRoot = join(folder, record?.toDocumentRoot ?? toDocumentRoot);
  if (itsRoot === join(folder, toDocumentRoot) && (isMoved || site === siteUrl)) return;
  throw new DeployError(
    `${folder} belongs to ${site} in ${itsRoot}, and you deploy ${siteUrl} to ${documentRoot}.
If DEPLOY_WWW or SITE_URL is wrong, correct it.
If this is a second site on the account, set DEPLOY_PRIVATE: to a folder of its own, such as private-second, or to ${www}/private.
If the site has a new address, run: npm run deploy -- --new-settings
If you moved its folders, delete ${folder}/deploy.json.
Nothing was uploaded.`,
  );
}

/** Whether a deployment of this site to this document root left the folder private. */
export async function isOfSite(
  connection: Connection,
  { private: folder, documentRoot, siteUrl }: Target,
): Promise<boolean> {
  const site = (await connection.read(`${folder}/site.txt`))?.toString().trim();
  const record = await readRecord(connection, folder);
  return site === siteUrl && record !== undefined && join(folder, record.toDocumentRoot) === (documentRoot || '/');
}

/** @throws {DeployError} if nothing can be written there */
export async function makePrivate(pool: Pool, { private: folder, documentRoot, www }: Target): Promise<void> {
  try {
    await pool.makeFolder(`${folder}/server`);
  } catch (error) {
    const isBeside = !folder.startsWith(`${documentRoot}/`);
    if (!isBeside || (await pool.main.isFolder(folder))) throw error;
    throw new DeployError(
      `${messageOf(error)}
If your account may write in ${documentRoot} only, put the folder there: set DEPLOY_PRIVATE=${www}/private in .env, and run the same command again. .htaccess keeps visitors out of it.`,
    );
  }
}
