import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { DATABASE } from '../support/tables.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { SUCCESS } from './support/client.ts';
import { referencesIn } from './support/enquiries.ts';
import { createProduct } from './support/product.ts';

const run = promisify(execFile);

const CLIENTS = 4;
const EARLIER = 20;
/** Posted after the copy was made and before the files change. */
const BETWEEN = 20;
/** Confirmed after the files have changed. */
const LATER = 40;

/** Shell commands that change the data folder $1. $2 is an older copy of it. */
const CHANGES: [what: string, command: string, keepsDatabase?: 'keeps the database'][] = [
  ['the host puts an older copy back with rsync', 'rsync -a "$2/" "$1/"'],
  ['an older copy is moved over the database', `mv "$2/${DATABASE}" "$1/"`],
  ['everything beside the database is deleted', `find "$1" -type f ! -name ${DATABASE} -delete`, 'keeps the database'],
];

test.concurrent.for(CHANGES)(
  'when %s under load, the file with the name of the database has every enquiry confirmed afterwards',
  async ([, command, keepsDatabase], { onTestFinished }) => {
    // without a mail server, an enquiry is only in the database
    const product = createProduct({ smtpPort: 1, web: 'php-fpm', workers: CLIENTS });
    onTestFinished(product.stop);
    await product.start();
    const folder = temporaryFolder({ onTestFinished });
    const copy = `${folder}/data`;

    const postAll = async (count: number) => {
      const references: string[] = [];
      for (let i = 0; i < count; i += 1) references.push(await product.accepted(`Enquiry ${i}`));
      return references;
    };
    await postAll(EARLIER);
    await run('cp', ['-a', product.dataFolder, copy]);
    const between = await postAll(BETWEEN);

    // requests are on their way at every moment of the change
    let isChanged = false;
    const later: string[] = [];
    const client = async () => {
      while (later.length < LATER) {
        const isLater = isChanged;
        const { status, reference } = await product.post('Under load');
        // a request may be refused while the file is incomplete
        if (status === SUCCESS.status && isLater) later.push(reference ?? '');
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await run('sh', ['-ec', command, 'sh', product.dataFolder, copy]);
    isChanged = true;
    await clients;

    copyFileSync(`${product.dataFolder}/${DATABASE}`, `${folder}/alone.sqlite`);
    const expected = keepsDatabase === undefined ? later : [...between, ...later];
    expect(await referencesIn(`${folder}/alone.sqlite`)).toEqual(expect.arrayContaining(expected));
    expect(await product.state()).toMatchObject({ failed: 0 });
  },
);
