// @ts-check
// A checker for Stryker, whose own asks for a compiler older than ours. It runs in a process of its own.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { root } from '../../scripts/environment.mjs';
import { accepted, describe, fits, mutated } from './mutants.mjs';

/** @typedef {{ id: string, fileName: string, location: Parameters<typeof mutated>[1], replacement: string }} Mutant */

/** Tests nothing that is accepted, or that the compiler refuses, so that nobody could write it. */
class Checker {
  #folder = '';

  async init() {
    this.#folder = mkdtempSync(`${tmpdir()}/mutants-`);
    process.on('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    for (const name of [
      'src',
      'server/rules',
      'tests/contract',
      'package.json',
      'tsconfig.base.json',
    ]) {
      cpSync(root + name, `${this.#folder}/${name}`, { recursive: true });
    }
    symlinkSync(`${root}node_modules`, `${this.#folder}/node_modules`);
    const compilerOptions = {
      jsx: 'react-jsx',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node', 'vite/client'],
      // what a mutant leaves over is no wrong type
      noUnusedLocals: false,
      noUnusedParameters: false,
      allowUnreachableCode: true,
    };
    writeFileSync(
      `${this.#folder}/tsconfig.json`,
      JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include: ['src'] }),
    );
    const faults = this.#compile();
    if (faults !== '') throw new Error(`The compiler refuses what there is already:\n${faults}`);
  }

  /** @param {Mutant[]} mutants one, as nothing groups them */
  async check(mutants) {
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, this.#verdictOn(mutant)]));
  }

  /** @param {Mutant} mutant */
  #verdictOn({ fileName, location: { start, end }, replacement }) {
    // here Stryker counts from 0
    const place = {
      start: { line: start.line + 1, column: start.column + 1 },
      end: { line: end.line + 1, column: end.column + 1 },
    };
    const described = describe(fileName, place, replacement);
    if (accepted[described.file]?.some((it) => fits(it, described))) {
      return { status: 'compileError', reason: 'accepted' };
    }
    const copy = `${this.#folder}/${relative(root, fileName)}`;
    writeFileSync(copy, mutated(fileName, place, replacement).text);
    const faults = this.#compile();
    writeFileSync(copy, readFileSync(fileName));
    return faults === '' ? { status: 'passed' } : { status: 'compileError', reason: faults };
  }

  /** What the compiler has to say. */
  #compile() {
    const compiler = `${root}node_modules/.bin/tsc`;
    return spawnSync(compiler, ['-p', this.#folder], { encoding: 'utf8' }).stdout;
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sound', injectableClass: Checker }];
