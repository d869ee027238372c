import { useState, useSyncExternalStore } from 'react';

/**
 * Milliseconds after a press was let go without a click. A tap is a touch first and a click shortly
 * after, and nothing may move in between either.
 */
const NO_CLICK_AFTER = 350;

let isPressed = false;
let isWatching = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(pressed: boolean): void {
  if (isPressed === pressed) return;
  isPressed = pressed;
  for (const notify of listeners) notify();
}

function begin({ button }: MouseEvent): void {
  // any other button opens a menu, and is not always said to be let go
  if (button !== 0) return;
  clearTimeout(timer);
  set(true);
}

function endAfter(milliseconds: number): () => void {
  return () => {
    if (!isPressed) return;
    clearTimeout(timer);
    timer = setTimeout(() => set(false), milliseconds);
  };
}

/** How a press begins and ends, before anything on the page hears of it. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // a tap is told by pointer events, and then by those of a mouse, which move the focus
  for (const type of ['pointerdown', 'mousedown'] as const) addEventListener(type, begin, true);
  for (const type of ['pointerup', 'mouseup', 'dragend'] as const) {
    addEventListener(type, endAfter(NO_CLICK_AFTER), true);
  }
  // in a task of its own, when all has been done that the click is for
  for (const type of ['click', 'pointercancel', 'contextmenu', 'keydown'] as const) {
    addEventListener(type, endAfter(0), true);
  }
}

function subscribe(notify: () => void): () => void {
  watch();
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether the visitor is holding something down, or has let it go this moment. */
export const usePressed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  );

/**
 * A value as it was before the visitor held something down, until it is let go.
 *
 * A press takes the focus from a field, and what shows or goes as a field is left would move the
 * button from under the finger: where button and finger part, browsers make no click of it. So
 * whatever takes room on the page is held until the press is over.
 * @param value compared by identity
 */
export function useHeld<T>(value: T): T {
  const isPressed = usePressed();
  const [shown, setShown] = useState(value);
  if (isPressed || Object.is(shown, value)) return shown;
  setShown(value);
  return value;
}
