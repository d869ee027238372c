import { configure } from '@testing-library/react';

// Shorter than in tests/web/setup.ts, because many mutants make a test wait for all of it.
configure({ asyncUtilTimeout: 10_000 });
