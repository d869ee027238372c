import { join } from 'node:path/posix';
import type { HostRecord } from './account.ts';
import { type Places, parsed } from './build.ts';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';
import type { Target } from './settings.ts';

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
  const own =
    '\nIf this is another site, give it a private folder of its own with DEPLOY_PRIVATE, such as DEPLOY_PRIVATE=private-second, or inside its document root';

  const checks: [isFault: boolean, what: string][] = [
    [
      toDocumentRoot !== undefined && toDocumentRoot !== places.toDocumentRoot,
      `${folder} belongs to ${site} with the document root ${join(folder, toDocumentRoot ?? '')}, and not to ${documentRoot}: check DEPLOY_WWW.${own} (${www}/private).\nIf you moved the document root, delete ${folder}/deploy.json.`,
    ],
    [
      toDocumentRoot === undefined && site !== undefined && scriptSite !== site,
      `${folder} belongs to ${site}, and ${documentRoot} does not: check DEPLOY_WWW.${own} (${www}/private).`,
    ],
    [
      site !== undefined && site !== siteUrl && !isMoved,
      `${folder} and ${documentRoot} belong to ${site}, and SITE_URL is ${siteUrl}.${own}, and another DEPLOY_WWW.\nIf ${site} has the new address ${siteUrl}, run: npm run deploy -- --new-settings`,
    ],
    [
      !hasPrivate && script !== undefined,
      `${documentRoot} holds ${scriptSite ?? 'a site'}, and ${folder} is not its private folder: check DEPLOY_WWW and DEPLOY_PRIVATE.\nIf its private folder no longer exists, delete ${documentRoot}${servicePrefix}.`,
    ],
    [
      isInsideUsed,
      `PHP would use ${inside}, and not ${folder}: set DEPLOY_PRIVATE=${www}/private, or move ${inside} away.`,
    ],
  ];
  const [, fault] = checks.find(([isFault]) => isFault) ?? [];
  if (fault !== undefined) throw new DeployError(`${fault}\nNothing was uploaded.`);
}
