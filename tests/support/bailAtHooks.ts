import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';

/** With --bail, ends the run at an error of a hook or an import too. Vitest counts only tests. */
export class BailAtHooks implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#count(suite);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#count(module);
  }

  #count(part: TestSuite | TestModule): void {
    if (this.#vitest?.config.bail && part.errors().length > 0) void this.#vitest.cancelCurrentRun('test-failure');
  }
}
