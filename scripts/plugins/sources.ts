import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { root } from '../environment.mjs';

/** The files that editors write. */
const EDITED = /\.(?:tsx?|css|json|md)$/;

/** Of files that nothing could read: named here, before a file that imports them is. */
export const sourceFaults = (identity: string): string[] =>
  ['src/pages', 'src/content/words', 'server/forms', identity].flatMap(filesIn).flatMap((file) => {
    const content = readFileSync(root + file);
    if (!isUtf8(content)) return [`${file} is not in UTF-8. In your editor, save it with the encoding UTF-8.`];
    return /\.tsx?$/.test(file) ? syntaxFaults(file, content.toString()) : [];
  });

const filesIn = (folder: string): string[] =>
  existsSync(root + folder)
    ? readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => EDITED.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .sort()
    : [];

function syntaxFaults(file: string, source: string): string[] {
  const [error] = parseSync(file, source).errors;
  if (error === undefined) return [];
  const before = source.slice(0, error.labels[0]?.start).split('\n');
  const line = source.split('\n')[before.length - 1] ?? '';
  return [`${file}:${before.length}: ${error.message}.${adviceOn(line)}\n    ${line.trim()}`];
}

/** The likely cause, which a parser does not name. */
function adviceOn(line: string): string {
  if (/\p{L}'\p{L}/u.test(line)) return ' A straight apostrophe ends the text: write ’ in its place.';
  return /[:=([,]\s*[‘’“”„]/.test(line)
    ? ' Begin and end a text with \' or ", not with a typographic quotation mark.'
    : '';
}
