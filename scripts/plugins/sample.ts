import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { root } from '../environment.mjs';
import sample from '../sample.json' with { type: 'json' };
import { ACCENTS, schemesOf } from './contrast.ts';
import type { Writing } from './siteBuild.ts';

/** A text, a picture or a colour that belongs to one firm. */
interface Claim {
  readonly file: string;
  /** Its place in the file; empty for a whole file. */
  readonly at: string;
  /** As a firm writes it to accept it. */
  readonly text: string;
  readonly hash: string;
}

type Written = Pick<Writing, 'identity' | 'palette'>;

/** Facts that another firm may share, and names for the code. */
const PLAIN =
  /^(?:slug|type|areaServed|attribution|network|days|opens|closes|kind|unit|ground|town|province|postalCode|country|countryCode|language)$/;
const PICTURES = /\.(?:svg|png|jpe?g|webp|avif)$|^face\/(?:Hero|drawings|preview)\.tsx?$/;

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 8);

/** By hash, for scripts/sample.json; the test in tests/scripts/content.test.tsx renews it. */
export const hashedClaims = async (writing: Written, folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await claimsOf(writing, folder)).map(({ hash, file, at }) => [hash, [file, at].filter(Boolean).join(': ')]),
  );

/** The texts, colours and files of the sample firm that this firm has accepted as its own. */
export async function acceptedBy({ identity }: Written): Promise<readonly string[]> {
  const [, load] = Object.entries(identity).find(([file]) => basename(file) === 'accepted.ts') ?? [];
  return Object(await load?.()).accepted ?? [];
}

/** @returns lines for people: each file with claims of the sample firm, or one line for all of it */
export async function sampleLines(writing: Written, folder: string): Promise<string[]> {
  const accepted = await acceptedBy(writing);
  const claims = await claimsOf(writing, folder);
  const found = claims.filter(({ hash, text }) => isOfSample(hash) && !accepted.includes(text));
  if (found.length === 0) return [];
  const hashes = new Set(found.map(({ hash }) => hash));
  if (Object.keys(sample).every((hash) => hashes.has(hash))) {
    return ['This is the sample firm. To make it yours: docs/editing.md'];
  }
  const files = [...new Set(found.map(({ file }) => file))];
  return [
    `These are still the sample firm’s. Replace each of them, or accept it in ${folder}/accepted.ts:`,
    ...files.map((file) => {
      const places = found.filter((claim) => claim.file === file).map(({ at }) => at);
      return `  ${[file, places.join('; ')].filter(Boolean).join(': ')}`;
    }),
  ];
}

const isOfSample = (hash: string) => Object.hasOwn(sample, hash);

/** Whether the sample firm has the colour. */
export const isSampleColour = (colour: string): boolean => isOfSample(hashOf(colour));

async function claimsOf({ identity, palette }: Written, folder: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const [path, load] of Object.entries(identity)) {
    const file = path.slice(1);
    if (basename(file) === 'accepted.ts') continue;
    for (const { at, text } of textsIn({ ...Object(await load()) })) {
      // without the name of the export
      claims.push({ file, at: at.slice(1).join(', '), text, hash: hashOf(text) });
    }
  }
  for (const [path, load] of Object.entries(palette)) {
    for (const [scheme, colours] of Object.entries(schemesOf(await load()))) {
      for (const [token, value] of Object.entries(colours).filter(([token]) => ACCENTS.includes(token))) {
        const text = `--${token}: ${value}`;
        claims.push({ file: path.slice(1), at: `--${token} (${scheme})`, text, hash: hashOf(text) });
      }
    }
  }
  for (const name of readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const text = name.replaceAll('\\', '/');
    if (!PICTURES.test(text)) continue;
    claims.push({ file: `${folder}/${text}`, at: '', text, hash: hashOf(readFileSync(`${root}${folder}/${name}`)) });
  }
  return claims;
}

interface Text {
  readonly at: readonly string[];
  readonly text: string;
}

function textsIn(value: unknown): Text[] {
  if (typeof value === 'string') return value.length > 5 && /\p{L}/u.test(value) ? [{ at: [], text: value }] : [];
  // an imported picture or drawing: its file counts
  if (typeof value !== 'object' || value === null || 'sources' in value || 'shapes' in value) return [];
  return Object.entries(value)
    .filter(([key]) => !PLAIN.test(key))
    .flatMap(([key, inside]) => {
      const step = Array.isArray(value) ? `entry ${Number(key) + 1}` : key;
      return textsIn(inside).map(({ at, text }) => ({ at: [step, ...at], text }));
    });
}
