/** A line for each step, on a terminal also a counter; at the end what remains to be done. */
export type Output = ReturnType<typeof outputTo>;

const REDRAW = '\r\x1b[K';

export function outputTo(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>) {
  const toDo: string[] = [];
  let isCounting = false;
  const endLine = () => {
    if (isCounting) stream.write('\n');
    isCounting = false;
  };
  const say = (line: string) => {
    endLine();
    stream.write(`${line}\n`);
  };
  return {
    say,
    step: (name: string) => say(`• ${name}`),
    /** Shows how many files are uploaded: on a terminal after each one, elsewhere after the last one. */
    count(files: number, all: number) {
      if (stream.isTTY) stream.write(REDRAW);
      else if (files < all) return;
      stream.write(`  ${files} of ${all} files`);
      isCounting = true;
      if (files === all) endLine();
    },
    toDo(what: string) {
      toDo.push(what);
    },
    end() {
      endLine();
      if (toDo.length > 0) say(`\nTo do:\n${toDo.map((what) => `- ${what.replaceAll('\n', '\n  ')}`).join('\n')}`);
    },
  };
}
