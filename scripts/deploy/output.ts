/** A line for each step; on a terminal also a counter. */
export type Output = ReturnType<typeof outputTo>;

const REDRAW = '\r\x1b[K';

export function outputTo(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>) {
  const say = (line: string) => {
    stream.write(`${line}\n`);
  };
  return {
    say,
    step: (name: string) => say(`• ${name}`),
    /** Shows how many files are uploaded: on a terminal after each one, elsewhere after the last one. */
    count(files: number, all: number) {
      if (stream.isTTY) stream.write(REDRAW);
      else if (files < all) return;
      stream.write(`  ${files} of ${all} files${files === all ? '\n' : ''}`);
    },
  };
}
