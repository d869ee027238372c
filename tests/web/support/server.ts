import { setupServer } from 'msw/node';

/** Any request that a test does not expect fails the test. */
export const server = setupServer();
