import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import site from '../../vitest.config.ts';

/**
 * The first test that fails ends the run. What failed last fails again, as the mutants of one piece of
 * code come one after another; else the quick ones come first.
 */
class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification) => {
      const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      return this.ctx.cache.getFileTestResults(key)?.failed ? 0 : statSync(moduleId).size;
    };
    return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** The project "web" alone: no other has the site's code run by the tests themselves. */
const { test, ...rest } = site;
const web = test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'web',
);
if (typeof web !== 'object' || !('test' in web)) throw new Error('There is no project "web".');
const setupFiles = [web.test?.setupFiles ?? [], 'tests/mutation/setup.ts'].flat();

export default defineConfig({
  ...rest,
  test: {
    projects: [{ ...web, test: { ...web.test, setupFiles } }],
    sequence: { sequencer: LikeliestFirst },
  },
});
