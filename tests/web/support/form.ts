import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import contact from '../../../server/forms/contact/form.json';
import { contactForm } from '../../../src/content/words/contactForm.ts';
import { endpointGives, message, reply } from './contract.ts';
import { visit } from './render.tsx';

export type Name = keyof typeof contact.fields;
export const names = Object.keys(contact.fields) as Name[];

const field = (name: Name): { readonly label: string; readonly required?: { readonly message: string } } =>
  contact.fields[name];

export const requiredNames = names.filter((name) => field(name).required);

export const labelOf = (name: Name): string =>
  field(name).required ? field(name).label : `${field(name).label} ${contactForm.form.optional}`;

export const CONFIRMATION = 'Thank you for your message. Our sales representative will contact you shortly.';
export const NOT_SENT_LOGGED = /^info: The enquiry was not sent/;

export const toFix = (...fields: readonly Name[]) => contactForm.toCorrect(fields.map((name) => field(name).label));
export const control = (name: Name) => screen.getByLabelText<HTMLInputElement>(labelOf(name));
export const submit = () =>
  screen.getByRole('button', {
    name: (name) => [contactForm.form.submit, 'Sending...'].includes(name),
  });
export const including = (words: string) => (text: string) => text.includes(words);
export const isMarked = (name: Name) => control(name).getAttribute('aria-invalid') === 'true';
export const values = () =>
  Object.fromEntries(
    names
      .map((name) => [name, control(name).value] as const)
      .filter(([name, value]) => value !== '' || field(name).required),
  );

/** Opens the form in a new document with the storage of earlier ones. */
export async function openForm(): Promise<UserEvent> {
  const user = await visit('/public/contact-us');
  await screen.findByLabelText(labelOf('name'));
  return user;
}

export async function fill(user: UserEvent, changes: Partial<Record<Name, string>> = {}) {
  const texts: Partial<Record<Name, string>> = { ...message, ...changes };
  for (const name of names) {
    await user.click(control(name));
    await user.paste(texts[name] ?? '');
  }
}

export const send = (user: UserEvent) => user.click(submit());

/** Opens the form, fills it in and sends it. */
export async function sendNew(changes: Partial<Record<Name, string>> = {}): Promise<UserEvent> {
  const user = await openForm();
  await fill(user, changes);
  await send(user);
  return user;
}

const ANOTHER = { name: contactForm.success.another };

export async function askForAnother(user: UserEvent): Promise<void> {
  (await screen.findByRole('button', ANOTHER)).focus();
  await user.keyboard('{Enter}');
}

/** The test decides when the endpoint answers. */
export function endpointWaits(reference?: string) {
  const held = { answer: () => {}, fail: () => {} };
  const received = endpointGives(
    () =>
      new Promise((resolve) => {
        held.answer = () =>
          resolve(reply('success', reference === undefined ? {} : { 'Enquiry-Reference': reference }));
        held.fail = () => resolve(HttpResponse.error());
      }),
  );
  return Object.assign(held, { received });
}

export const connectionBreaks = () => endpointGives(() => HttpResponse.error());

export function fillStorage(area: 'localStorage' | 'sessionStorage', stub: (name: string, value: unknown) => void) {
  const storage = window[area];
  stub(area, {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
}
