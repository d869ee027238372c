import { defineConfig } from 'vitest/config';
import site from '../../vitest.config.ts';

const { test, ...rest } = site;
const [web] = test?.projects ?? [];
if (typeof web !== 'object' || !('test' in web)) throw new Error('The first project is not "web".');
const setupFiles = [web.test?.setupFiles ?? [], 'tests/mutation/setup.ts'].flat();

export default defineConfig({
  ...rest,
  test: {
    projects: [{ ...web, test: { ...web.test, include: ['tests/web/**/*.test.*'], setupFiles } }],
  },
});
