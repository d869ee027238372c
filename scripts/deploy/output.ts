/** Lines for a step each; on a terminal also a bar. */
export type Output = ReturnType<typeof outputTo>;

const REDRAW = '\r\x1b[K';
const WIDTH = 30;

export function outputTo(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> & { readonly columns?: number },
) {
  const all = { files: 0, bytes: 0 };
  const say = (line: string) => {
    stream.write(`${line}\n`);
  };
  return {
    say,
    step: (name: string) => say(`• ${name}`),
    /** @param files how many will be uploaded */
    counter(files: number) {
      const before = { ...all };
      const shown = () =>
        `  ${all.files - before.files} of ${files} files, ${((all.bytes - before.bytes) / 1e6).toFixed(1)} MB`;
      return {
        add(size: number) {
          all.files += 1;
          all.bytes += size;
          if (!stream.isTTY) return;
          // a line that wraps cannot be drawn again
          const room = (stream.columns || 80) - shown().length - 3;
          const width = Math.max(0, Math.min(WIDTH, room));
          const done = Math.round((width * (all.files - before.files)) / files);
          const bar = `  ${'█'.repeat(done)}${'░'.repeat(width - done)}`;
          stream.write(REDRAW + (width < 5 ? '' : bar) + shown());
        },
        end() {
          if (files > 0) say((stream.isTTY ? REDRAW : '') + shown());
        },
      };
    },
    /** Of all uploads. */
    sum: () => all,
  };
}
