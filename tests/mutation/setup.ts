import { configure } from '@testing-library/react';
import { beforeAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** As Stryker's runner says: all is as it was written, or one place is changed. */
    readonly mode: 'dry-run' | 'mutant';
  }
}

// Most mutants make a test wait in vain. By now nothing is loaded for the first time, so not for long.
if (inject('mode') === 'mutant') beforeAll(() => configure({ asyncUtilTimeout: 4000 }));
