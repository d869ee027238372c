import { readFileSync } from 'node:fs';
import { root } from '../../scripts/environment.mjs';

const vocabulary = readFileSync(`${root}node_modules/schema-dts/dist/schema.d.ts`, 'utf8');

function propertiesOf(type: string): string[] {
  const [, parents = '', body = ''] =
    new RegExp(`^(?:export )?interface ${type} (?:extends (.*?) )?{\n(.*?)^}`, 'ms').exec(
      vocabulary,
    ) ?? [];
  return [
    ...[...body.matchAll(/^ {4}"([^"]+)"\?:/gm)].map(([, name = '']) => name),
    ...parents.split(', ').flatMap((parent) => (/^\w+$/.test(parent) ? propertiesOf(parent) : [])),
  ];
}

/** The types and properties of a JSON-LD node that schema.org does not know. */
export function unknownTo(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(unknownTo);
  if (typeof node !== 'object' || node === null) return [];
  const { '@type': type, ...rest } = node as Readonly<Record<string, unknown>>;
  const known = type === undefined ? [] : propertiesOf(`${type}Leaf`);
  return Object.entries(rest).flatMap(([name, value]) => [
    ...(name.startsWith('@') || known.includes(name) ? [] : [`${type}: ${name}`]),
    ...unknownTo(value),
  ]);
}
