type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let page: HTMLElement | undefined;
let controls: Control[] = [];
let focused: EventTarget | null = null;

const noteFocus = ({ target }: Event) => {
  focused = target;
};

/** React replaces the prerendered fields if a password manager or a translator changed the page. */
export function rememberTyping(container: HTMLElement): void {
  page = container;
  controls = [...container.querySelectorAll<Control>('input, textarea, select')];
  focused = document.activeElement;
  document.addEventListener('focusin', noteFocus);
}

/** Copies text, focus and caret into the new fields, once. */
export function restoreTyping(): void {
  document.removeEventListener('focusin', noteFocus);
  const lost = controls.filter(({ isConnected }) => !isConnected);
  controls = [];
  for (const old of lost) {
    const field = page?.querySelector<Control>(`[name="${CSS.escape(old.name)}"]`);
    if (!field) continue;
    // also if it was emptied (useDraft.ts)
    if ('typed' in old.dataset) field.dataset['typed'] = '';
    if (old === focused) field.focus({ preventScroll: true });
    restoreValue(old, field);
    // null in an email field and a checkbox
    if (old === focused && 'selectionStart' in old && old.selectionStart !== null) {
      (field as typeof old).setSelectionRange(old.selectionStart, old.selectionEnd);
    }
  }
}

function restoreValue(old: Control, field: Control): void {
  if (field.type === 'checkbox') {
    if ((old as HTMLInputElement).checked && !(field as HTMLInputElement).checked) field.click();
    return;
  }
  // another program may already have copied the text
  if (old.value === '' || field.value !== '') return;
  // React ignores values set through its own setter
  Reflect.set(Object.getPrototypeOf(field), 'value', old.value, field);
  field.dispatchEvent(new Event(field.type === 'select-one' ? 'change' : 'input', { bubbles: true }));
}
