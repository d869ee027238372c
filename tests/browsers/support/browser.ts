/** What a visitor may have set, or be without. */
export interface Settings {
  readonly withoutScript?: boolean;
  readonly prefersDark?: boolean;
  readonly prefersReducedMotion?: boolean;
  /** Whether windows may be as high as the longest page. */
  readonly isTall?: boolean;
  /** Whether there is a finger in place of a mouse; Chromium alone can be given one. */
  readonly touches?: boolean;
}

/** The keys that have no character. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Backspace';

/** A place in the viewport, in whole pixels, which is all that WebDriver knows. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One visitor's window: what the journeys need of an engine, and no more. */
export interface Page {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Scrolls to the one element of this CSS selector, and clicks on it. */
  click(selector: string): Promise<void>;
  /** Puts the mouse's button, or the finger, down at a point of the viewport. */
  pointerDown(point: Point): Promise<void>;
  /** Lifts it at that same point. */
  pointerUp(): Promise<void>;
  /** Types at the end of what the field holds. */
  type(selector: string, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Runs a function in the page; it must not use anything from outside. */
  evaluate<T>(task: (given: string) => T, given?: string): Promise<T>;
  /**
   * What the page complained of since it was last asked: errors and warnings in the console,
   * uncaught errors, and what the content security policy stopped.
   */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser that is running, with the same settings for all its visitors. */
export interface Browser {
  /** A visitor who has never been here. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** Pixels of the narrowest window that it can be made to open. */
  readonly narrowest: number;
  launch(settings?: Settings): Promise<Browser>;
}
