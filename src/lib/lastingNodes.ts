/*
 * Nodes that outlast React's. If a password manager or a translator changed the prerendered page, React renders it
 * anew. The nodes in an element with data-lasting then move into the new one, with their text, caret and listeners.
 */

const places = new Map<string, HTMLElement>();
let focused: HTMLElement | undefined;

/* At window and in the capture phase, because React may render within the same event. */
const LISTENED = ['focusin', 'focusout'] as const;

function noteFocus({ type, target, relatedTarget }: FocusEvent): void {
  const next = type === 'focusin' ? target : relatedTarget;
  if (next instanceof HTMLElement) focused = next;
  else {
    // Chromium also reports a focused element that is removed, which has come back by the end of the task
    queueMicrotask(() => {
      if (document.activeElement !== target) focused = undefined;
    });
  }
}

export function rememberNodes(container: HTMLElement): void {
  for (const place of container.querySelectorAll<HTMLElement>('[data-lasting]')) {
    places.set(place.dataset['lasting'] ?? '', place);
  }
  if (places.size === 0) return;
  focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  for (const type of LISTENED) window.addEventListener(type, noteFocus, true);
}

/** Whether nodes that match still wait for their place. */
export const hasLasting = (selector: string): boolean =>
  [...places.values()].some((place) => place.querySelector(selector) !== null);

/** Moves the prerendered nodes into the place that React rendered, unless they are there. */
export function moveNodes(place: HTMLElement): void {
  const name = place.dataset['lasting'] ?? '';
  const old = places.get(name);
  if (!places.delete(name) || old === undefined) return;
  if (old !== place) {
    place.replaceChildren(...old.childNodes);
    if (focused && place.contains(focused)) focusAgain(focused);
  }
  if (places.size > 0) return;
  for (const type of LISTENED) window.removeEventListener(type, noteFocus, true);
}

function focusAgain(element: HTMLElement): void {
  const { selectionStart = null, selectionEnd = null } = element as HTMLInputElement;
  element.focus({ preventScroll: true });
  // null in an email field and a checkbox
  if (selectionStart !== null) (element as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}
