// @ts-check
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'src/**/*.{ts,tsx}',
    // content is data
    '!src/{content,identity}/**',
    '!src/pages/**/*.ts',
    '!src/build/{prerender,images,writing}.*',
    '!**/*.d.ts',
  ],
  // a test of every word and class name would only repeat the code
  mutator: { excludedMutations: ['StringLiteral'] },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  incremental: true,
  incrementalFile: '.cache/stryker.json',
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  // Stryker cannot read tsconfig.json with TypeScript 7
  tsconfigFile: 'none',
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ['/.*', '/dist', '/docs', '/shots', '/test-results', '/server/*', '!/server/forms'],
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // some mutants behave like the original or would not compile
  thresholds: { break: 75 },
};
