import { render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import contact from '../../server/rules/contact.json';
import { ContactForm } from '../../src/features/contact/ContactForm.tsx';
import { Prefilled, placeholders } from '../../src/features/contact/prefill.ts';
import { takeConsole } from './setup.ts';
import { ADDRESS, endpointAnswers, message } from './support/contract.ts';
import {
  CONFIRMATION,
  connectionBreaks,
  control,
  fill,
  isMarked,
  type Name,
  NOT_SENT_LOGGED,
  names,
  openForm,
  requiredNames,
  send,
  values,
} from './support/form.ts';
import { server } from './support/server.ts';

/*
 * A field is an entry in server/rules/contact.json, and nothing else. Here the rules have one more,
 * which may be left empty, between two of the others.
 */

vi.mock('../../server/rules/contact.json', async (importOriginal) => {
  const { default: rules } = await importOriginal<{ default: typeof contact }>();
  const { subject, message, ...others } = rules.fields;
  const company = {
    label: 'Company',
    control: 'text',
    autocomplete: 'organization',
    hint: 'As it is registered.',
    since: '1.1.0',
    maxLength: { value: 20, message: 'Please keep the company to 20 characters or fewer.' },
    pattern: { value: '^[^0-9]+$', message: 'Please provide a company without digits.' },
    advice: [{ pattern: '^4', text: 'Write numbers as words.' }],
  };
  return { default: { ...rules, fields: { ...others, company, subject, message } } };
});

// of the rules in this file alone
const COMPANY = 'company' as Name;
const inDraft = (values: object) => {
  window.localStorage.setItem(
    'contact-draft-earlier',
    JSON.stringify({ values, savedAt: Date.now(), origin: ORIGIN, attempts: [] }),
  );
};
const ORIGIN = '0123456789abcdef0123456789abcdef';
/** Of the six fields in tests/contract/answers.json, as the release before made it. */
const FINGERPRINT = '3634d03bf84b0e8f';

const fillWith = (user: Awaited<ReturnType<typeof openForm>>, company: string) =>
  fill(user, { [COMPANY]: company } as Partial<Record<Name, string>>);

describe('a field that is only in the rules', () => {
  test('is in the form, in its place, and says that it may be left empty', async () => {
    await openForm();
    const fields = [...document.querySelectorAll<HTMLInputElement>('.contact-form-fields [name]')];
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(contact.fields));
    expect(control(COMPANY)).not.toBeRequired();
    expect(control(COMPANY)).toHaveAttribute('autocomplete', 'organization');
    expect(control(COMPANY)).toHaveAccessibleName('Company (optional)');
    expect(control(COMPANY)).toHaveAccessibleDescription(/^As it is registered\./);
    for (const name of requiredNames) expect(control(name)).toBeRequired();
    expect(names).toEqual([...new Set([...requiredNames.slice(0, 4), COMPANY, ...requiredNames])]);
  });

  test('breaks no rule while it is empty, and sends what was sent before there was such a field', async () => {
    const received = endpointAnswers('success');
    inDraft(message);
    const user = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await user.click(control(COMPANY));
    await user.tab();
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toEqual(message);
    // what was sent before an upgrade, and after it again, is one message
    expect(received[0]?.headers.get('Idempotency-Key')).toBe(`${ORIGIN}-${FINGERPRINT}`);
  });

  test.each([
    ['Firm No 1', 'Please provide a company without digits.'],
    ['Brandwacht & Søn & Sønner', 'Please keep the company to 20 characters or fewer.'],
  ])('has rules for what stands in it: %s', async (company, error) => {
    const user = await openForm();
    await fillWith(user, company);
    await send(user);
    expect(await screen.findByText(error)).toBeInTheDocument();
    expect(control(COMPANY)).toHaveFocus();
    expect(isMarked(COMPANY)).toBe(true);
    expect(control(COMPANY)).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(takeConsole(NOT_SENT_LOGGED)).toEqual([expect.stringMatching(/: company$/)]);
  });

  test('has advice of its own', async () => {
    const user = await openForm();
    await fillWith(user, '4 Elements');
    await user.tab();
    expect(await screen.findByText('Write numbers as words.')).toBeInTheDocument();
  });

  test('is sent, and is another message', async () => {
    const received = endpointAnswers('success');
    inDraft(message);
    const user = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await user.type(control(COMPANY), ' Brandwacht & Søn ');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(received.map(({ body }) => body)).toEqual([{ ...message, company: 'Brandwacht & Søn' }]);
    const key = received[0]?.headers.get('Idempotency-Key');
    expect(key).toMatch(new RegExp(`^${ORIGIN}-[0-9a-f]{16}$`));
    expect(key).not.toContain(FINGERPRINT);
  });

  test('is in the draft', async () => {
    const user = await openForm();
    await user.type(control(COMPANY), 'Brandwacht & Søn');
    await openForm();
    await waitFor(() => expect(control(COMPANY)).toHaveValue('Brandwacht & Søn'));
  });

  test('is in the links by which it can be sent another way, under its name', async () => {
    connectionBreaks();
    const user = await openForm();
    await fillWith(user, 'Brandwacht & Søn');
    await send(user);
    const alert = within(await screen.findByRole('alert'));
    const [, mail, whatsApp] = await alert.findAllByRole<HTMLAnchorElement>('link');
    for (const link of [mail, whatsApp]) {
      expect(decodeURIComponent(link?.href ?? '')).toMatch(
        /\n\nZoë O'Brien, 0821234567\nCompany: Brandwacht & Søn$/,
      );
    }
    await user.clear(control(COMPANY));
    await waitFor(() => expect(decodeURIComponent(mail?.href ?? '')).toMatch(/0821234567$/));
  });

  test('is marked where the endpoint refuses it', async () => {
    const errors = { company: 'We know no such firm.' };
    server.use(
      http.post(ADDRESS, () =>
        HttpResponse.json(
          { status: 'error', code: 'invalid_fields', message: '', errors },
          { status: 422 },
        ),
      ),
    );
    const user = await openForm();
    await fillWith(user, 'Nobody');
    await send(user);
    expect(await screen.findByText(errors.company)).toBeInTheDocument();
    await waitFor(() => expect(control(COMPANY)).toHaveFocus());
  });

  test('has its places in the page that the endpoint fills in', async () => {
    render(
      <Prefilled value={placeholders}>
        <MemoryRouter>
          <ContactForm />
        </MemoryRouter>
      </Prefilled>,
    );
    const field = document.querySelector<HTMLInputElement>('[name=company]');
    expect(field?.value).toBe('{{field.company}}');
    expect(field).toHaveAttribute('aria-invalid', '{{invalid.company}}');
    expect(field).toHaveAccessibleDescription(
      'As it is registered. {{error.company}} {{advice.company}}',
    );
    expect(document.querySelector('a[href^=mailto][href*=body]')).toHaveAttribute(
      'href',
      expect.stringContaining('%7B%7Bfield.company%7D%7D'),
    );
  });
});
