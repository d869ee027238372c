/** The file of the document root into which panels, WordPress and operators write too. */
export const HTACCESS = 'www/.htaccess';

/** Without its end, the block goes on to the end of the file. */
const BLOCK = /^# BEGIN website:[\s\S]*?(?:^# END website[^\n]*(?:\n|$)|$(?![\s\S]))/m;

/** The lines that a build made. Undefined if there are none. */
export function ours(file: Buffer): Buffer | undefined {
  const [block] = BLOCK.exec(file.toString('latin1')) ?? [];
  return block === undefined ? undefined : Buffer.from(block, 'latin1');
}

/** The file on the host with another block of ours. All other bytes stay as they are. */
export function withOurs(onHost: Buffer, block: Buffer): Buffer {
  const text = onHost.toString('latin1');
  if (text.trim() === '') return block;
  const added = block.toString('latin1');
  return Buffer.from(BLOCK.test(text) ? text.replace(BLOCK, () => added) : `${text.trimEnd()}\n\n${added}`, 'latin1');
}
