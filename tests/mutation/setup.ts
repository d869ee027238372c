import { configure } from '@testing-library/react';

// Many mutants make a test wait until this time is over.
configure({ asyncUtilTimeout: 10_000 });
