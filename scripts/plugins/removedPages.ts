import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { root } from '../environment.mjs';

/** Code that imports a file of a page that is not there: nothing can be built of it. */
export function brokenImports(identity: string): string[] {
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
          const page = removedPageOf(line, dirname(root + file));
          if (page === undefined) return [];
          const advice = `Remove what uses it, or say placeOf('${page}') for a link.`;
          return [`${file}:${index + 1} imports a file of the page ${page}, which is not there. ${advice}`];
        }),
    );
}

function removedPageOf(line: string, folder: string): string | undefined {
  const [, imported = '', page] = /\bfrom '(\.[^']+\/([\w-]+)\/[\w.]+)'/.exec(line) ?? [];
  const target = relative(root, resolve(folder, imported));
  return /\/pages\/[\w-]+\/[^/]+$/.test(`/${target}`) && !existsSync(root + target) ? page : undefined;
}
