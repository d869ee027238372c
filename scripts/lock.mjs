// @ts-check
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { root } from './environment.mjs';

const FOLDER = `${root}.cache`;
/** Milliseconds. */
const PAUSE = 20;

/**
 * Waits while another process has this lock. The lock of a process that has ended does not count.
 * @param {string} name @param {() => void} [waiting] called once if it has to wait
 * @returns {() => void} releases it
 */
export function lock(name, waiting = () => {}) {
  const file = `${FOLDER}/${name}.lock`;
  const own = `${file}.${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(own, String(process.pid));
  try {
    for (let looks = 0; !take(file, own); looks += 1) {
      if (looks === 0) waiting();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  } finally {
    rmSync(own);
  }
  return () => rmSync(file);
}

/** @param {string} file @param {string} own becomes the file, with its content, if there is none */
function take(file, own) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (!isOf(error, 'EEXIST')) throw error;
  }
  if (!isHeld(file)) rmSync(file, { force: true });
  return false;
}

/** @param {string} file */
function isHeld(file) {
  try {
    return process.kill(Number(readFileSync(file)), 0);
  } catch (error) {
    // it was released just now, or another user holds it
    return isOf(error, 'ENOENT') || isOf(error, 'EPERM');
  }
}

/** @param {unknown} error @param {string} code */
const isOf = (error, code) => error instanceof Error && 'code' in error && error.code === code;
