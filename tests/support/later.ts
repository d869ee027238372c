/** A promise that a test resolves when it wants to (Node 20 has no Promise.withResolvers). */
export function later() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
