/**
 * Milliseconds, on a busy machine. What passes takes seconds. Both are short enough for npm test to show a failure
 * within three minutes of the start of its suite.
 */
export const EXPECTATION = 30_000;
export const TEST = 90_000;
