type Control = HTMLInputElement | HTMLTextAreaElement;

let page: HTMLElement | undefined;
let controls: Control[] = [];
let focused: EventTarget | null = null;

const noteFocus = ({ target }: Event) => {
  focused = target;
};

const noteBlur = ({ target }: Event) => {
  // a field that is removed loses the focus too: that must not count
  queueMicrotask(() => {
    const isLeft = (target as Control).isConnected && document.activeElement !== target;
    if (focused === target && isLeft) focused = null;
  });
};

/**
 * Remembers the fields of the prerendered page. React makes them anew, empty, where another program
 * has changed the markup before React takes over: a password manager, a translator.
 */
export function rememberTyping(container: HTMLElement): void {
  page = container;
  controls = [...container.querySelectorAll<Control>('input, textarea')];
  focused = document.activeElement;
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('focusout', noteBlur);
}

/** Puts text, focus and caret into the fields that took the place of the remembered ones, once. */
export function restoreTyping(): void {
  document.removeEventListener('focusin', noteFocus);
  document.removeEventListener('focusout', noteBlur);
  const lost = controls.filter(({ isConnected }) => !isConnected);
  controls = [];
  for (const old of lost) {
    const field = page?.querySelector<Control>(`[name="${CSS.escape(old.name)}"]`);
    if (!field) continue;
    if (old === focused) field.focus({ preventScroll: true });
    // a field with text was put there by another program, with what was typed since
    if (old.value === '' || field.value !== '') continue;
    // React ignores an input event after a value that was set through its own setter
    Reflect.set(Object.getPrototypeOf(field), 'value', old.value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // null in an email field, which has no caret to set
    if (old === focused && old.selectionStart !== null) {
      field.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
  }
}
