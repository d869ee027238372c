import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { root } from '../environment.mjs';
import { pageFolder } from './siteBuild.ts';

interface Place {
  /** With its line. */
  readonly at: string;
  readonly page: string;
}

/** Code that imports a file of a page that is not there: nothing can be built of it. */
export const brokenImports = (identity: string): string[] =>
  found(identity, /\bfrom '(\.[^']+\/([\w-]+)\/[\w.]+)'/, ([, file = ''], folder) => {
    const target = relative(root, resolve(folder, file));
    return /\/pages\/[\w-]+\/[^/]+$/.test(`/${target}`) && !existsSync(root + target);
  }).map(
    ({ at, page }) =>
      `${at} imports a file of the page ${page}, which is not there. Remove what uses it, or say placeOf('${page}') for a link.`,
  );

/** Links to such a page. The site leaves them out. */
export const linksLeftOut = (identity: string): string[] =>
  found(identity, /\bplaceOf\('(([\w-]+))'\)/, ([, page = '']) => !existsSync(root + pageFolder(page, identity))).map(
    ({ at, page }) => `${at} links to the page ${page}, which is not there. The link is left out.`,
  );

function found(
  identity: string,
  pattern: RegExp,
  isMissing: (match: RegExpExecArray, folder: string) => boolean,
): Place[] {
  const files = ['src', ...(identity.startsWith('src/') ? [] : [identity])].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .sort()
    .flatMap((file) =>
      readFileSync(root + file, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const match = pattern.exec(line);
          return match && isMissing(match, dirname(root + file))
            ? [{ at: `${file}:${index + 1}`, page: match[2] ?? '' }]
            : [];
        }),
    );
}
