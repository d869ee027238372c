import { readdirSync, readFileSync } from 'node:fs';

/** The endpoint's log in a data folder, which has a file for each day. */
export const logIn = (dataFolder: string): string =>
  readdirSync(dataFolder)
    .filter((name) => /^enquiries-[\d-]+\.log$/.test(name))
    .map((name) => readFileSync(`${dataFolder}/${name}`, 'utf8'))
    .join('');
