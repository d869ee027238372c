// @ts-check
/**
 * Says on standard error what takes long, and how many seconds it took. A terminal counts them meanwhile.
 * @param {string} what @param {() => string} [more] what stands behind the seconds
 * @returns {() => number} ends it, and returns the seconds
 */
export function follow(what, more = () => '') {
  const { isTTY } = process.stderr;
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const line = () => `${what} … ${seconds()} s${more()}`;
  if (!isTTY) console.error(`${what} …`);
  const timer = setInterval(() => isTTY && process.stderr.write(`\r\x1b[K${line()}`), 1000);
  return () => {
    clearInterval(timer);
    console.error(`${isTTY ? '\r\x1b[K' : ''}${line()}`);
    return seconds();
  };
}
