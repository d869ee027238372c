/* A press is three steps: pointer down, the page reacts, pointer up at the same point. If something moved in
   between, there is no click. A driver's own click leaves the page hardly any time to react. */
export const THIRDS = { upper: 1 / 6, middle: 3 / 6 } as const;

export const ENQUIRY = {
  name: 'Zoë',
  surname: 'O’Brien',
  email: 'zoe@example.co.za',
  contactNumber: '082 123 4567',
  subject: 'A press',
  message: 'Good day',
};
export type Name = keyof typeof ENQUIRY;
export const fieldNames = Object.keys(ENQUIRY) as Name[];

export const settled = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true))));
  });

/** Runs in the page: types the values (JSON) into the fields, and leaves each field. */
export function fillIn(given: string): void {
  for (const [name, value] of Object.entries<string>(JSON.parse(given))) {
    document.querySelector<HTMLInputElement>(`#contact-form [name="${name}"]`)?.focus();
    document.execCommand('insertText', false, value);
  }
}

export interface Target {
  readonly selector: string;
  readonly part: number;
  readonly isScrolledTo: boolean;
}

/**
 * Runs in the page: scrolls a control (a `Target` as JSON) into view and returns the point to press, or null
 * if another element covers the point.
 */
export function pointOn(given: string): { x: number; y: number; scrolled: number } | null {
  const { selector, part, isScrolledTo }: Target = JSON.parse(given);
  const control = document.querySelector(selector);
  if (isScrolledTo) control?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = control?.getBoundingClientRect();
  if (!control || !box) return null;
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height * part);
  return control.contains(document.elementFromPoint(x, y)) ? { x, y, scrolled: scrollY } : null;
}
