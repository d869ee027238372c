import { expect } from 'vitest';
export interface Settings {
  readonly withoutScript?: boolean;
  readonly prefersDark?: boolean;
  readonly prefersReducedMotion?: boolean;
  readonly isTall?: boolean;
  /** Touch instead of a mouse. Only Chromium supports it. */
  readonly touches?: boolean;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Backspace';

/** In the viewport, in whole pixels: WebDriver accepts no fractions. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Page {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  click(selector: string): Promise<void>;
  pointerDown(point: Point): Promise<void>;
  pointerUp(): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** The function must not use anything from outside. */
  evaluate<T>(task: (given: string) => T, given?: string): Promise<T>;
  /** Console errors and warnings, uncaught errors and policy violations since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly narrowest: number;
  launch(settings?: Settings): Promise<Browser>;
}

/** Makes open() and reload() wait until React has taken over: before, only the browser itself reacts. */
export const waiting = (engine: Engine): Engine => ({
  ...engine,
  launch: async (settings) => {
    const browser = await engine.launch(settings);
    if (settings?.withoutScript) return browser;
    return {
      ...browser,
      newPage: async () => {
        const page = await browser.newPage();
        const isReady = () => page.evaluate(() => 'ready' in document.documentElement.dataset);
        const takenOver = () => expect.poll(isReady).toBe(true);
        return {
          ...page,
          open: (url) => page.open(url).then(takenOver),
          reload: () => page.reload().then(takenOver),
        };
      },
    };
  },
});
