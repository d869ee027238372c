/*
 * What the tests of presses share. A press is three things: the button or finger goes down, the page
 * answers that, and it comes up at the same point. Where something moved in between, there is no
 * click. A driver's own click hardly leaves the page the time to.
 */
import type { RequiredFieldName } from '../../src/features/contact/api/rules.ts';

/** How far down a control is pressed. The upper third is the first to move away. */
export const THIRDS = { upper: 1 / 6, middle: 3 / 6 } as const;

/** A valid enquiry, with a number as people write it, which the field rewrites once it is left. */
export const ENQUIRY: Readonly<Record<RequiredFieldName, string>> = {
  name: 'Zoë',
  surname: 'O’Brien',
  email: 'zoe@example.co.za',
  contactNumber: '082 123 4567',
  subject: 'A press',
  message: 'Good day',
};
export const fieldNames = Object.keys(ENQUIRY) as RequiredFieldName[];

/** Runs in the page, until it has done and drawn all that it does at once. */
export const settled = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true))));
  });

/** Runs in the page: types valid values into the fields that are given, as JSON, and leaves each. */
export function fillIn(given: string): void {
  for (const [name, value] of Object.entries<string>(JSON.parse(given))) {
    document.querySelector<HTMLInputElement>(`#contact-form [name="${name}"]`)?.focus();
    // as keys do it, in one moment
    document.execCommand('insertText', false, value);
  }
}

/** Where a control is to be pressed. */
export interface Target {
  readonly selector: string;
  /** How far down from its top, from 0 to 1. */
  readonly part: number;
  readonly isScrolledTo: boolean;
}

/**
 * Runs in the page: scrolls no further than to the whole of a control (a `Target` as JSON), and tells
 * the point where it is to be pressed. Null where something else is there.
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
