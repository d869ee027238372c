/** Lines for a step each; on a terminal also a bar. */
export interface Output {
  say(line: string): void;
  step(name: string): void;
  /** @param sizes of the files that will be uploaded */
  counter(sizes: readonly number[]): Counter;
  /** Of all uploads. */
  sum(): { readonly files: number; readonly bytes: number };
}

export interface Counter {
  add(size: number): void;
  end(): void;
}

const REDRAW = '\r\x1b[K';
const WIDTH = 30;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

export function outputTo(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): Output {
  const all = { files: 0, bytes: 0 };
  const say = (line: string) => {
    stream.write(`${line}\n`);
  };
  return {
    say,
    step: (name) => say(`• ${name}`),
    counter(sizes) {
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const now = { files: 0, bytes: 0 };
      const shown = () =>
        `  ${now.files} of ${sizes.length} files, ${megabytes(now.bytes)} of ${megabytes(total)} MB`;
      return {
        add(size) {
          for (const sum of [now, all]) {
            sum.files += 1;
            sum.bytes += size;
          }
          const done = Math.min(WIDTH, Math.round((WIDTH * now.files) / sizes.length));
          const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done);
          if (stream.isTTY) stream.write(`${REDRAW}  ${bar}${shown()}`);
        },
        end() {
          if (sizes.length > 0) say((stream.isTTY ? REDRAW : '') + shown());
        },
      };
    },
    sum: () => all,
  };
}
