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
    /** @param all how many files will be uploaded */
    counter(all: number) {
      let files = 0;
      let bytes = 0;
      const shown = () => `${stream.isTTY ? REDRAW : ''}  ${files} of ${all} files, ${(bytes / 1e6).toFixed(1)} MB`;
      return {
        add(size: number) {
          files += 1;
          bytes += size;
          if (stream.isTTY) stream.write(shown());
        },
        end() {
          if (all > 0) say(shown());
        },
      };
    },
  };
}
