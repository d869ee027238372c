import { expect, test } from 'vitest';
import type { Connection } from '../../scripts/deploy/connection.ts';
import { Pool } from '../../scripts/deploy/pool.ts';

test('an FTP account whose folder is / gets its folders, parents first', async () => {
  const made: string[] = [];
  const connection: Pick<Connection, 'makeFolder'> = {
    makeFolder: async (folder) => {
      made.push(folder);
      return true;
    },
  };
  const pool = await Pool.connect('host.example', async () => connection as Connection);
  await pool.makeFoldersOf(['/private/server/console', '/www/index.html'], '');
  expect(made).toEqual(['/www', '/private', '/private/server']);
});
