import type { Page } from '../browsers/support/browser.ts';
import { parts } from './parts.ts';
import { addedValues } from './samples.ts';

/* A press is three steps: pointer down, the page reacts, pointer up at the same point. If something moved in
   between, there is no click. A driver's own click leaves the page hardly any time to react. */

export type Hand = Pick<Page, 'open' | 'reload' | 'type' | 'press' | 'evaluate'> &
  Pick<Page, 'pointerDown' | 'pointerUp'>;
type Poll = <T>(look: () => Promise<T>) => { toEqual(expected: T): Promise<void> };

const ORIGINAL = {
  name: 'Zoë',
  surname: 'O’Brien',
  email: 'zoe@example.co.za',
  contactNumber: '082 123 4567',
  subject: 'A press',
  message: 'Good day',
};
export type Name = keyof typeof ORIGINAL;
/** The fields that every firm's form has. */
export const fieldNames = Object.keys(ORIGINAL) as Name[];
export const ENQUIRY = { ...addedValues, ...ORIGINAL };

export const SUBMIT = 'form [type="submit"]';
const PRIVACY = `${parts.privacy} a`;
const CALL = `${parts.failure} a`;
const OUTSIDE = 'footer a';
const CLEAR = `${parts.draft} button`;

const field = (name: Name) => `form [name="${name}"]`;

export const settled = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true))));
  });

/** Runs in the page: types the values (JSON) into the fields, or chooses them, and leaves each field. */
export function fillIn(given: string): void {
  for (const [name, value] of Object.entries<string>(JSON.parse(given))) {
    const field = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
    field?.focus();
    if (field?.type === 'checkbox') {
      if (!field.checked) field.click();
    } else if (field?.localName === 'select') {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    } else {
      field?.select();
      document.execCommand('insertText', false, value);
    }
    field?.blur();
  }
}

/** Runs in the page: scrolls a control into view, and returns its middle, or null if it is covered. */
function pointOn(selector: string): { x: number; y: number } | null {
  const control = document.querySelector(selector);
  control?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = control?.getBoundingClientRect();
  if (!control || !box) return null;
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  return control.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
}

/** Runs in the page: answers for the endpoint, and notes what is sent and pressed. */
function answer(status: string): void {
  const sent: unknown[] = [];
  const pressed: string[] = [];
  Object.assign(window, { sent, pressed });
  window.fetch = async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json(status === '200' ? { status: 'success' } : { status: 'error', code: 'unavailable' }, {
      status: Number(status),
    });
  };
  const note = (event: MouseEvent) => {
    const control = (event.target as Element).closest('a, button');
    pressed.push(control?.textContent ?? '');
    if (control?.localName === 'a') event.preventDefault();
  };
  document.addEventListener('click', note, { capture: true });
}

const sent = () => (window as unknown as { sent: unknown[] }).sent;
const pressed = () => (window as unknown as { pressed: string[] }).pressed.at(-1) ?? '';
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
const focus = () => document.activeElement?.getAttribute('name') ?? '';

async function pressOn(page: Hand, selector: string): Promise<void> {
  // Firefox scrolls to the typed text with a delay
  await page.evaluate(settled);
  await page.evaluate(pointOn, selector);
  await page.evaluate(settled);
  const point = await page.evaluate(pointOn, selector);
  if (point === null) throw new Error(`${selector} cannot be pressed.`);
  await page.pointerDown(point);
  await page.evaluate(settled);
  await page.pointerUp();
}

/** A press on Send sends, whichever field was typed in last. */
export async function expectSent(page: Hand, last: Name, poll: Poll): Promise<void> {
  await page.evaluate(answer, '200');
  await page.evaluate(fillIn, JSON.stringify({ ...ENQUIRY, [last]: '' }));
  await pressOn(page, SUBMIT);
  await poll(() => page.evaluate(focus)).toEqual(last);
  await page.type(field(last), ENQUIRY[last]);
  await pressOn(page, SUBMIT);
  const expected = [{ ...ENQUIRY, contactNumber: '0821234567' }];
  await poll(() => page.evaluate(sent)).toEqual(expected);
}

/** Values that are incomplete or invalid when the visitor leaves the field; one has advice of several lines. */
const WAYS = [
  { last: 'contactNumber', typed: '021 123 4567' },
  { last: 'name', typed: '' },
  { last: 'email', typed: 'zoe@' },
  { last: 'contactNumber', typed: '082 123 4567' },
  { last: 'message', typed: '' },
] as const;

/** Fills in a field, changes it to a value of the visitor, and presses the control before the field is left. */
async function pressAfter(
  page: Hand,
  { last, typed }: (typeof WAYS)[number],
  selector: string,
  poll: Poll,
): Promise<void> {
  await poll(() => page.evaluate(textOf, selector).then(Boolean)).toEqual(true);
  await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
  const name = await page.evaluate(textOf, selector);
  await page.evaluate((selector) => {
    const field = document.querySelector<HTMLInputElement>(selector);
    field?.focus();
    field?.select();
  }, field(last));
  await page.press('Backspace');
  if (typed !== '') await page.type(field(last), typed);
  await pressOn(page, selector);
  await poll(() => page.evaluate(pressed)).toEqual(name);
}

/** Links and buttons can be pressed while an error appears or disappears. @param count of the ways to test */
export async function expectControlsWork(page: Hand, poll: Poll, count: number = WAYS.length): Promise<void> {
  await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
  for (const way of WAYS.slice(0, count)) {
    await page.reload();
    await page.evaluate(answer, '503');
    await pressAfter(page, way, CLEAR, poll);
    await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
    await pressOn(page, SUBMIT);
    await pressAfter(page, way, CALL, poll);
    await pressAfter(page, way, PRIVACY, poll);
    await pressAfter(page, way, OUTSIDE, poll);
    await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
  }
}
