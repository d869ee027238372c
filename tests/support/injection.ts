/* What password managers, writing aids and translators do to a page: at any moment, also before React takes over. */

export const CHANGES = [
  'an element before the field',
  'an element after the field',
  'an element around the field',
  'an element before the field and its label',
  'an element in the page',
  'an attribute of the field',
  'another label',
] as const;
export type Change = (typeof CHANGES)[number];

export interface Injection {
  readonly change: Change;
  /** The field's name. */
  readonly name: string;
  /** Whether it waits until the page is ready, and not only until the field exists. */
  readonly isLate: boolean;
  /** Milliseconds after that. */
  readonly wait: number;
}

/** Runs in the page. Sets window.injected when it is done. @param given an Injection in JSON */
export function inject(given: string): void {
  const { change, name, isLate, wait }: Injection = JSON.parse(given);
  const find = () => document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  const made = document.createElement('other-program');
  const changes: Record<Change, (field: HTMLInputElement) => void> = {
    'an element before the field': (field) => field.before(made),
    'an element after the field': (field) => field.after(made),
    'an element around the field': (field) => {
      const hasFocus = document.activeElement === field;
      field.replaceWith(made);
      made.append(field);
      // a program that moves a field gives it the focus back
      if (hasFocus) field.focus();
    },
    'an element before the field and its label': ({ labels }) => labels?.[0]?.before(made),
    'an element in the page': () => document.querySelector('main')?.prepend(made),
    'an attribute of the field': (field) => field.setAttribute('data-other-program', 'true'),
    'another label': ({ labels }) => labels?.[0]?.replaceChildren('Igama'),
  };
  const apply = () => {
    const field = find();
    if (field) changes[change](field);
    Object.assign(window, { injected: true });
  };
  const isTime = () => (isLate ? 'ready' in document.documentElement.dataset : find() !== null);
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (!isTime()) return;
    observer.disconnect();
    if (wait === 0) apply();
    else setTimeout(apply, wait);
  };
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
}
