import { createHash } from 'node:crypto';
import type { Places } from './build.ts';
import type { Connection, Entry } from './connection.ts';

/** A replaced file as it was on the host after its upload. */
export interface Stamp {
  readonly hash: string;
  readonly size: number;
  readonly time: number;
}

/** private/deploy.json: what deployments uploaded. */
export interface HostRecord {
  /** The live release first, then the earlier ones. */
  readonly releases: readonly string[];
  /** By path in the build. */
  readonly files: Readonly<Record<string, Stamp>>;
  /** The files of a switch that has begun. */
  readonly next?: Readonly<Record<string, Stamp>>;
  /** Since when (ISO 8601) no kept release has used an asset. Empty while one does. */
  readonly assets: Readonly<Record<string, string>>;
}

export async function readRecord(connection: Connection, places: Places): Promise<HostRecord> {
  const text = await connection.read(places.record);
  return text === undefined ? { releases: [], files: {}, assets: {} } : JSON.parse(text.toString());
}

/** Writes a file that others read at the same time. */
export async function replace(
  connection: Connection,
  path: string,
  content: string,
): Promise<void> {
  await connection.write(`${path}.new`, Buffer.from(content));
  await connection.rename(`${path}.new`, path);
}

export const writeRecord = (connection: Connection, places: Places, record: HostRecord) =>
  replace(connection, places.record, JSON.stringify(record));

/** The stamp that the file on the host still has, if nobody changed it. */
export const stampOf = (
  { files, next }: HostRecord,
  path: string,
  entry: Entry | undefined,
): Stamp | undefined =>
  [next?.[path], files[path]].find(
    (stamp) => entry !== undefined && stamp?.size === entry.size && stamp.time === entry.time,
  );

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/* Panels write blocks into .htaccess, such as the version of PHP. */
const PANEL_BLOCK =
  /^# (?:php -- )?BEGIN cPanel-generated.*\n(?:.*\n)*?# (?:php -- )?END cPanel-generated.*(?:\n|$)/gm;

export const withoutPanelBlocks = (text: string): string => text.replaceAll(PANEL_BLOCK, '').trim();

export const withPanelBlocks = (ours: Buffer, onHost: Buffer | undefined): Buffer => {
  const blocks = onHost?.toString().match(PANEL_BLOCK) ?? [];
  return blocks.length === 0 ? ours : Buffer.from([`${ours}`, ...blocks].join('\n'));
};
