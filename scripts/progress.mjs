// @ts-check

/** @type {Set<() => string>} */
const lines = new Set();

const draw = () => {
  const text = [...lines].map((line) => line()).join('; ');
  process.stderr.write(`\r\x1b[K${text.slice(0, process.stderr.columns - 1)}`);
};

/**
 * Says on standard error what takes long, and how many seconds it took. A terminal counts them meanwhile.
 * @param {string} what @param {() => string} [more] what stands behind the seconds
 * @returns {() => void} ends it
 */
export function follow(what, more = () => '') {
  const { isTTY } = process.stderr;
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const line = () => `${what} … ${seconds()} s${more()}`;
  if (isTTY) lines.add(line);
  else console.error(`${what} …`);
  const timer = isTTY && setInterval(draw, 1000);
  return () => {
    if (timer) clearInterval(timer);
    lines.delete(line);
    console.error(`${isTTY ? '\r\x1b[K' : ''}${line()}`);
  };
}
