import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { Plugin } from 'vite';
import { SCRIPTS } from '../serving.ts';
import { ToldError } from '../toldError.ts';
import { FRESH } from './siteBuild.ts';

/** What keeps the folder in Git. */
const KEEPER = '.gitkeep';

/** What no web server shows, by the rules in templates/. */
const UNSEEN =
  /(?:^|\/)\.(?!well-known\/)|^private\/|\.(?:php|br|gz)$|(?:^|\/)(?:404\.html|(?:payload_too_large|unavailable|undecided)\.(?:json|txt))$/i;

/**
 * Sees to the files of public/, which are served as they are, each at its path below that folder. One
 * that could not be seen, or would be in the place of something else, stops the build.
 */
export function publicFiles({ servicePrefix }: { servicePrefix: string }): Plugin {
  let folder = '';
  return {
    name: 'public-files',
    // after whatever makes files
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: ({ publicDir }) => {
      folder = publicDir;
    },
    buildApp: {
      order: 'post',
      handler: async () => rmSync(`${FRESH}/www/${KEEPER}`, { force: true }),
    },
    // Vite takes our addresses, which begin with /public/, for files of the folder by their wrong name
    configureServer: ({ config: { logger } }) => {
      const { warn } = logger;
      logger.warn = (message, options) => {
        if (!/files in the public directory/i.test(message)) warn(message, options);
      };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!existsSync(folder)) return;
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== KEEPER)
          .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1));
        const faults = publicFaults(files, [
          ...Object.keys(bundle),
          ...SCRIPTS.map((script) => `${servicePrefix.slice(1)}/${script}`),
          // the upload's own
          'licenses.txt',
        ]);
        if (faults.length > 0) {
          throw new ToldError(`Take these out of public/, or rename them:\n${faults.join('\n')}`);
        }
      },
    },
  };
}

/** @param made what the build makes, below the document root */
export function publicFaults(files: readonly string[], made: readonly string[]): string[] {
  return files.flatMap((file) => {
    if (UNSEEN.test(file)) return [`  ${file}: no web server shows a file of that name`];
    const own = file.toLowerCase();
    // a file where a folder has to be is in the way too, and some disks know no capital letters
    const other = made.find(
      (path) =>
        `${path.toLowerCase()}/`.startsWith(`${own}/`) || own.startsWith(`${path.toLowerCase()}/`),
    );
    return other === undefined ? [] : [`  ${file}: the build makes ${other}`];
  });
}
