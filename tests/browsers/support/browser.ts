import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

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

/** WebKit's driver takes pictures of the part in view only. */
export interface PageWithPicture extends Page {
  picture(): Promise<Uint8Array>;
}

export interface Browser<P extends Page = Page> {
  newPage(): Promise<P>;
  close(): Promise<void>;
}

export interface Engine<P extends Page = Page> {
  readonly name: string;
  readonly narrowest: number;
  /** Missing: true. */
  readonly runsApp?: boolean;
  launch(): Promise<Browser<P>>;
}

/** Makes open() and reload() wait until React has taken over: before, only the browser itself reacts. */
function waiting<P extends Page>(page: P): P {
  const isReady = () => page.evaluate(() => 'ready' in document.documentElement.dataset);
  const takenOver = () => expect.poll(isReady).toBe(true);
  return {
    ...page,
    open: (url) => page.open(url).then(takenOver),
    reload: () => page.reload().then(takenOver),
  };
}

/** Gives each test a page of its own, which must not complain. */
export function browse<P extends Page>(engine: Engine<P>): () => P {
  let browser: Browser<P>;
  let page: P;
  beforeAll(async () => {
    browser = await engine.launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const opened = await browser.newPage();
    page = engine.runsApp === false ? opened : waiting(opened);
    await page.resize(1280, 800);
  });
  afterEach(async () => {
    const complaints = await page.complaints();
    await page.close();
    expect(complaints).toEqual([]);
  });
  return () => page;
}
