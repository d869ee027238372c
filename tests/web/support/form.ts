import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import contact from '../../../server/forms/contact/form.json';
import { formWords } from '../../../src/content/words/form.ts';
import type { Place } from '../../../src/prerender/schema.ts';
import contract from '../../contract/answers.json';
import { later } from '../../support/later.ts';
import { confirmation, endpointAnswers, endpointGives, message } from './contract.ts';
import { visit } from './render.tsx';

export type Name = keyof typeof contact.fields;
export const names = Object.keys(contact.fields) as Name[];
/** Those that the specification fixes. A firm may add others. */
export const original = Object.keys(contract.message) as Name[];

const field = (name: Name): { readonly label: string; readonly required?: { readonly message: string } } =>
  contact.fields[name];

export const requiredNames = names.filter((name) => field(name).required);

export const labelOf = (name: Name): string =>
  field(name).required ? field(name).label : `${field(name).label} ${formWords.form.optional}`;

export const CONFIRMATION = 'Thank you for your message. Our sales representative will contact you shortly.';
export const NOT_SENT_LOGGED = /^info: The enquiry was not sent/;

export const toFix = (...fields: readonly Name[]) => formWords.toCorrect(fields.map((name) => field(name).label));

export function required<Found extends Element = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

// queries by label or role take ten times as long; contactForm.test.tsx has the labels
export const control = (name: string) => required<HTMLInputElement>(`form [name="${name}"]`);
export const submit = () => required<HTMLButtonElement>('form [type=submit]');
export const including = (words: string) => (text: string) => text.includes(words);
export const isMarked = (name: Name) => control(name).getAttribute('aria-invalid') === 'true';
export const values = () =>
  Object.fromEntries(
    names
      .map((name) => [name, control(name)] as const)
      .map(([name, { type, checked, value }]) => [name, type === 'checkbox' && !checked ? '' : value] as const)
      .filter(([name, value]) => value !== '' || field(name).required),
  );

export const menu = () => within(required('header nav'));

/** Goes to a page of the menu, whose heading then has the focus. */
export async function goTo(user: UserEvent, { label, title }: Place): Promise<void> {
  await user.click(menu().getByText(label));
  await waitFor(() => expect(document.querySelector('h1:focus')).toHaveTextContent(title));
}

/** Opens the form in a new document with the storage of earlier ones. */
export async function openForm(): Promise<UserEvent> {
  const user = await visit('/public/contact-us');
  await waitFor(() => control('name'));
  return user;
}

export async function fill(user: UserEvent, changes: Partial<Record<Name, string>> = {}) {
  const texts: Partial<Record<Name, string>> = { ...message, ...changes };
  await fillEach(user, Object.fromEntries(names.map((name) => [name, texts[name] ?? ''])));
}

/** Fills only these fields. */
export async function fillEach(user: UserEvent, texts: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(texts)) {
    const field = control(name);
    if (field.matches('select')) await user.selectOptions(field, text);
    else if (field.type === 'checkbox') {
      if (field.checked !== (text !== '')) await user.click(field);
    } else {
      await user.click(field);
      await user.paste(text);
    }
  }
}

export const send = (user: UserEvent) => user.click(submit());

/** Sends the form to an endpoint that confirms it. @returns the requests */
export async function sendAndConfirm(user: UserEvent, headers: Record<string, string> = {}) {
  const received = endpointAnswers('success', headers);
  await send(user);
  await screen.findByText(CONFIRMATION);
  return received;
}

/** Opens the form with a draft, which takes less time than typing, and sends it. */
export async function sendNew(changes: Partial<Record<Name, string>> = {}): Promise<UserEvent> {
  storeDraft({ ...message, ...changes });
  const user = await openForm();
  await send(user);
  return user;
}

const ANOTHER = { name: formWords.success.another };

export async function askForAnother(user: UserEvent): Promise<void> {
  (await screen.findByRole('button', ANOTHER)).focus();
  await user.keyboard('{Enter}');
}

export const noAnswer = (): Response => HttpResponse.error();

/** The test decides when the endpoint answers. */
export function endpointWaits(gives: () => Response = confirmation) {
  const { promise, resolve } = later();
  return { received: endpointGives(() => promise.then(gives)), answer: resolve };
}

export const DRAFT = 'contact-draft';

/** Stores a draft as another document would. */
export function storeDraft(values: object, others: object = {}): void {
  const draft = { id: '0123456789abcdef', values, savedAt: Date.now(), ...others };
  window.localStorage.setItem(DRAFT, JSON.stringify(draft));
}

export const connectionBreaks = () => endpointGives(noAnswer);

export function fillStorage(area: 'localStorage' | 'sessionStorage', stub: (name: string, value: unknown) => void) {
  const storage = window[area];
  stub(area, {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: (_: string, value: string) => {
      if (value !== '') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
}
