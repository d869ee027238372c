import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { EXPECTATION } from '../support/patience.ts';
import { server } from './support/server.ts';

configure({ asyncUtilTimeout: EXPECTATION });

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const;
const said: string[] = [];

/** Takes matching console lines, so that they do not fail the test. */
export function takeConsole(pattern: RegExp): string[] {
  const taken = said.filter((line) => pattern.test(line));
  for (const line of taken) said.splice(said.indexOf(line), 1);
  return taken;
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      said.push(`${level}: ${parts.map(String).join(' ')}`);
    });
  }
  // on a busy machine, the form's time limit would end before a test answers
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  // what jsdom lacks
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: /reduce/.test(query), media: query }));
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  }
  expect(said.splice(0), 'unexpected console output').toEqual([]);
});
