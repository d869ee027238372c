import { configure } from '@testing-library/react';

// Many mutants make a test wait for this long.
configure({ asyncUtilTimeout: 10_000 });
