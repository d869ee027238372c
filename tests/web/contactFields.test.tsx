import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { site } from '#identity/site.ts';
import contact from '../../server/forms/contact/form.json';
import { formWords } from '../../src/content/words/form.ts';
import form from '../../src/pages/contact-us/form.ts';
import cases from '../contract/cases.json';
import { message, spell } from './support/contract.ts';
import {
  connectionBreaks,
  control,
  fill,
  type Name,
  names,
  openForm,
  requiredNames,
  send,
  sendAndConfirm,
  storeDraft,
  values,
} from './support/form.ts';

/* The six original fields, with the added field of tests/contract/cases.json: optional, and between two of them. */

vi.mock('../../server/forms/contact/form.json', async (importOriginal) => {
  const { default: rules } = await importOriginal<{ default: typeof contact }>();
  const { default: cases } = await import('../contract/cases.json');
  const { name: added, entry } = cases.addedField;
  const { name, surname, email, contactNumber, subject, message } = rules.fields;
  const fields = { name, surname, email, contactNumber, [added]: entry, subject, message };
  return { default: { ...rules, fields } };
});

const ADDED = cases.addedField.name as Name;
const { entry } = cases.addedField;
const RIGHT = 'Brandwacht & Søn';

const ID = '0123456789abcdef0123456789abcdef';
/** Of the six fields in tests/contract/answers.json, before the field was added. */
const FINGERPRINT = '3634d03bf84b0e8f';

const fillWith = (user: Awaited<ReturnType<typeof openForm>>, text: string) =>
  fill(user, { [ADDED]: text } as Partial<Record<Name, string>>);

describe('a field that was added to the rules', () => {
  test('is in the form at its position and is marked as optional', async () => {
    await openForm();
    const fields = [...document.querySelectorAll<HTMLInputElement>('.enquiry-form-fields [name]')];
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(contact.fields));
    expect(control(ADDED)).not.toBeRequired();
    expect(control(ADDED)).toHaveAttribute('autocomplete', entry.autocomplete);
    expect(control(ADDED)).toHaveAccessibleName(`${entry.label} ${formWords.form.optional}`);
    expect(control(ADDED)).toHaveAccessibleDescription(expect.stringMatching(entry.hint));
    for (const name of requiredNames) expect(control(name)).toBeRequired();
    expect(names.indexOf(ADDED)).toBe(names.indexOf('subject') - 1);
    expect(names[0]).not.toBe(ADDED);
  });

  test('is valid and not sent while it is empty', async () => {
    storeDraft(message, { id: ID });
    const user = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await user.click(control(ADDED));
    await user.tab();
    const received = await sendAndConfirm(user);
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toEqual(message);
    // a retry after an upgrade is the same message
    expect(received[0]?.headers.get('Idempotency-Key')).toBe(`${ID}-${FINGERPRINT}`);
  });

  test.each(cases.addedField.cases)('$verdict: $is', ({ value, verdict }) => {
    expect(form.rules.violated(ADDED, spell(value)) ?? 'valid').toBe(verdict);
  });

  test('is sent, and makes a different message', async () => {
    storeDraft(message, { id: ID });
    const user = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await user.type(control(ADDED), ` ${RIGHT} `);
    const received = await sendAndConfirm(user);
    expect(received.map(({ body }) => body)).toEqual([{ ...message, [ADDED]: RIGHT }]);
    const key = received[0]?.headers.get('Idempotency-Key');
    expect(key).toMatch(new RegExp(`^${ID}-[0-9a-f]{16}$`));
    expect(key).not.toContain(FINGERPRINT);
  });

  test('is in the links of the other ways, with its label', async () => {
    connectionBreaks();
    const user = await openForm();
    await fillWith(user, RIGHT);
    await send(user);
    const alert = within(await screen.findByRole('alert'));
    const [, ...written] = await alert.findAllByRole<HTMLAnchorElement>('link');
    expect(written).toHaveLength(site.whatsApp ? 2 : 1);
    for (const link of written) {
      expect(decodeURIComponent(link.href)).toMatch(
        new RegExp(`\n\nZoë O'Brien, 0821234567\n${entry.label}: ${RIGHT}$`),
      );
    }
    await user.clear(control(ADDED));
    await waitFor(() => expect(decodeURIComponent(written[0]?.href ?? '')).toMatch(/0821234567$/));
  });
});
