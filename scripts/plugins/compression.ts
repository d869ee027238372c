import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { TEXT_ENDINGS } from '../serving.ts';

/** Compresses text files at the best quality, so that the web server need not. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    TEXT_ENDINGS.includes(extname(name).slice(1)),
  );
  await Promise.all(
    files.map(async (name) => {
      const file = `${folder}/${name}`;
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
