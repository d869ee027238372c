import { setupServer } from 'msw/node';

/** Answers nothing until a test says what; any other request fails the test. */
export const server = setupServer();
