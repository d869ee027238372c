import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { vi } from 'vitest';
import { startProcess } from '../../../scripts/processes.ts';
import { WEBKIT_DRIVER } from '../../../scripts/setup.mjs';
import type { Browser, Engine, Key, Page } from './browser.ts';

/** The identifiers of elements and keys without a character (W3C WebDriver, sections 12 and 17.4.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS: Record<Key, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
};

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/**
 * Runs in the page. The driver does not report the console, so the page records it from the first
 * command on. Earlier lines are lost.
 */
function listen() {
  const KEY = 'complaints';
  if (KEY in document) return;
  Object.defineProperty(document, KEY, { value: true });
  const note = (text: string) => {
    const noted: string[] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.setItem(KEY, JSON.stringify([...noted, text]));
  };
  for (const method of ['error', 'warn'] as const) {
    const original = console[method];
    console[method] = (...said: unknown[]) => {
      note(said.join(' '));
      original(...said);
    };
  }
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note(`The content security policy stopped ${blockedURI} (${violatedDirective}).`),
  );
}

function takeComplaints(): string[] {
  const complaints = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
  sessionStorage.removeItem('complaints');
  return complaints;
}

async function newPage(ask: Ask): Promise<Page> {
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const find = async (selector: string) => {
    const found = await ask<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    });
    return `${session}/element/${found[ELEMENT]}`;
  };
  const run = <T>(task: (given: string) => T, given = ''): Promise<T> =>
    ask('POST', `${session}/execute/sync`, {
      script: `return (${task})(arguments[0])`,
      args: [given],
    });
  const point = (actions: object[]): Promise<void> =>
    ask('POST', `${session}/actions`, { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  const evaluate: Page['evaluate'] = async (task, given) => {
    await run(listen);
    return run(task, given);
  };
  return {
    open: async (url) => {
      await ask('POST', `${session}/url`, { url });
      await run(listen);
    },
    back: () => ask('POST', `${session}/back`),
    reload: async () => {
      await ask('POST', `${session}/refresh`);
      await run(listen);
    },
    resize: async (width, height) => {
      const bar = await run(() => outerHeight - innerHeight);
      await ask('POST', `${session}/window/rect`, { width, height: height + bar });
    },
    click: async (selector) => ask('POST', `${await find(selector)}/click`),
    pointerDown: ({ x, y }) =>
      point([
        { type: 'pointerMove', origin: 'viewport', x, y },
        { type: 'pointerDown', button: 0 },
      ]),
    pointerUp: () => point([{ type: 'pointerUp', button: 0 }]),
    type: async (selector, text) =>
      // WebDriver presses Enter for a line feed
      ask('POST', `${await find(selector)}/value`, { text: text.replaceAll('\n', KEYS.Enter) }),
    press: (key) =>
      ask('POST', `${session}/actions`, {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] })),
          },
        ],
      }),
    evaluate,
    complaints: () => evaluate(takeComplaints),
    close: () => ask('DELETE', session),
  };
}

async function launch(): Promise<Browser> {
  const home = mkdtempSync(`${tmpdir()}/webkit-`);
  const screen = await startProcess('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1080x24', '-nolisten', 'tcp'], {
    ready: /^\d+$/m,
  });
  const port = await getPort();
  const driver = await startProcess(
    'sh',
    ['-c', 'echo started; exec "$0" "$@"', WEBKIT_DRIVER, '--host=127.0.0.1', `--port=${port}`],
    {
      ready: /started/,
      env: {
        DISPLAY: `:${screen.match[0]}`,
        GDK_BACKEND: 'x11',
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        XDG_DATA_HOME: home,
        NO_AT_BRIDGE: '1',
      },
    },
  );
  const ask: Ask = async (method, path, body = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      // the default limit is five minutes
      signal: AbortSignal.timeout(120_000),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit: ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await vi.waitFor(() => ask('GET', '/status'), { timeout: 120_000 });
  return {
    newPage: () => newPage(ask),
    close: async () => {
      await driver.stop();
      await screen.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export const webkit: Engine = { name: 'WebKit', narrowest: 447, launch };
