import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentFaults } from '../../scripts/plugins/content.ts';
import { formWords } from '../../src/content/words/form.ts';
import { frame } from '../../src/content/words/frame.ts';
import type { FieldEntry } from '../../src/features/form/api/rules.ts';
import { forms } from '../../src/prerender/forms.ts';
import * as writing from '../../src/prerender/writing.ts';
import { later } from '../support/later.ts';
import { parts } from '../support/parts.ts';
import { elsewhere } from '../support/places.ts';
import { takeConsole } from './setup.ts';
import { confirmation, endpointGives, REFERENCE, type Received } from './support/contract.ts';
import { CONFIRMATION, control, goTo, NOT_SENT_LOGGED, send, submit } from './support/form.ts';
import { visit } from './support/render.tsx';

/* What every form does, whatever its fields. */

// after an error in these files, each test may wait ten minutes for a field of another form
beforeAll(async () => expect(await contentFaults(writing)).toEqual([]));

const VALID = {
  text: 'Zoë',
  email: 'zoe@example.co.za',
  tel: '0821234567',
  textarea: 'Good day',
  checkbox: 'yes',
};

const valid = ({ control, options }: FieldEntry): string =>
  control === 'select' ? (options?.values.at(-1) ?? '') : VALID[control];

const textIn = (name: string): string => {
  const { type, checked, value } = control(name);
  return type === 'checkbox' && !checked ? '' : value;
};

async function choose(user: UserEvent, name: string, value: string): Promise<void> {
  const { type } = control(name);
  if (type === 'checkbox') await user.click(control(name));
  else if (type === 'select-one') await user.selectOptions(control(name), value);
  else {
    await user.click(control(name));
    await user.paste(value);
  }
}

/** Sets a value as some programs do: without an event. */
function setSilently(name: string, value: string): void {
  if (control(name).type === 'checkbox') control(name).checked = value !== '';
  else control(name).value = value;
}

describe.each(forms)('the form $name', ({ name, address, rules, drafts, submission, words }) => {
  const { fieldNames, entryOf } = rules;
  const { path, label } = submission.place;
  const values = Object.fromEntries(fieldNames.map((field) => [field, valid(entryOf(field))]));
  const required = fieldNames.filter((field) => entryOf(field).required);
  const shown = () => Object.fromEntries(fieldNames.map((field) => [field, textIn(field)]));
  const error = (field: string) => entryOf(field).required?.message ?? '';

  const next = forms[(forms.findIndex((each) => each.name === name) + 1) % forms.length];
  const others = forms.filter((each) => each === next && each.name !== name);

  const open = async () => {
    const user = await visit(path);
    await waitFor(() => expect(submit()).toHaveTextContent(words.submit ?? formWords.form.submit));
    return user;
  };
  const openFilled = () => {
    const draft = { id: 'earlier', values, savedAt: Date.now() };
    window.localStorage.setItem(drafts.key, JSON.stringify(draft));
    return open();
  };
  const fill = async (user: UserEvent) => {
    for (const field of fieldNames) await choose(user, field, values[field] ?? '');
  };

  const endpoint = (answer: Parameters<typeof endpointGives>[0] = confirmation) => endpointGives(answer, address);
  const bodies = (received: readonly Received[]) => received.map(({ body }) => body);

  const refused = (field: string, message: string) =>
    HttpResponse.json(
      { status: 'error', code: 'invalid_fields', message: '', errors: { [field]: message } },
      { status: 422 },
    );

  test('sends every field to its own address, and leaves the page to the confirmation', async () => {
    expect(address).toBe(`/api/${name}_process.php`);
    const received = endpoint();
    const user = await open();
    const headings = () => screen.getAllByRole('heading', { level: 1 });
    const [heading] = headings();
    const [lead] = document.querySelectorAll(parts.lead);
    // a translator changes the words of a list
    for (const option of document.querySelectorAll('option')) option.replaceChildren('Intliziyo');
    await fill(user);
    await user.click(screen.getByRole('button', { name: words.submit ?? formWords.form.submit }));
    await screen.findByText(CONFIRMATION);
    expect(bodies(received)).toEqual([values]);
    // only what became of it
    const stored = JSON.stringify([window.localStorage, window.sessionStorage]);
    for (const text of Object.values(values)) expect(stored).not.toContain(text);
    const expectConfirmationAlone = () => {
      expect(headings().map(({ textContent }) => textContent)).toEqual([formWords.sent.heading]);
      expect(screen.queryByText(lead?.textContent ?? '')).not.toBeInTheDocument();
    };
    expectConfirmationAlone();
    expect(headings()[0]).toHaveFocus();

    // a reload of another page: the receipt belongs to this form
    for (const other of others) {
      await visit(other.submission.place.path);
      expect(screen.queryByText(CONFIRMATION)).not.toBeInTheDocument();
      expect(screen.queryByText(frame.notice.back)).not.toBeInTheDocument();
    }
    const userAfterReload = await visit(path);
    expectConfirmationAlone();
    await userAfterReload.click(screen.getByRole('button', { name: formWords.success.another }));
    expect(headings().map(({ textContent }) => textContent)).toEqual([heading?.textContent]);
    expect(control(fieldNames[0] ?? '')).toHaveFocus();

    for (const field of fieldNames) setSilently(field, values[field] ?? '');
    await send(userAfterReload);
    await screen.findByText(CONFIRMATION);
    expect(bodies(received)).toEqual([values, values]);
  });

  test('has the fields in their order, marks the optional ones, and sends nothing while one is missing', async () => {
    const user = await open();
    const inForm = [...document.querySelectorAll<HTMLInputElement>(`${parts.fields} [name]`)];
    expect(inForm.map(({ name }) => name)).toEqual(fieldNames);
    for (const { name, ariaRequired, labels } of inForm) {
      const isRequired = ariaRequired === 'true';
      expect(isRequired).toBe(required.includes(name));
      expect(labels?.[0]?.textContent?.includes(formWords.form.optional)).toBe(!isRequired);
    }
    await send(user);
    const [said] = await screen.findAllByText(formWords.toCorrect(required.map((field) => entryOf(field).label)));
    expect(said).not.toHaveTextContent(/[.?!:](?:,| and |\.)/);
    for (const field of required) {
      expect(control(field)).toHaveAttribute('aria-invalid', 'true');
      expect(control(field)).toHaveAccessibleDescription(expect.stringContaining(error(field)));
      // Field.css marks it with a border
      expect(control(field).matches(parts.fieldBox)).toBe(true);
    }
    expect(control(required[0] ?? '')).toHaveFocus();
    takeConsole(NOT_SENT_LOGGED);
  });

  test('keeps its draft from the other forms', async () => {
    await fill(await open());
    const empty = Object.fromEntries(Object.keys(values).map((field) => [field, '']));
    for (const other of others) {
      await visit(other.submission.place.path);
      for (const field of other.rules.fieldNames) expect(textIn(field)).toBe('');
    }
    const user = await open();
    await waitFor(() => expect(shown()).toEqual(values));
    await user.click(screen.getByRole('button', { name: formWords.draft.clear }));
    expect(shown()).toEqual(empty);
    expect(window.localStorage).toHaveLength(0);
  });

  test("shows the endpoint's error at the field until it changes", async () => {
    const last = fieldNames.at(-1) ?? '';
    const received = endpoint(() => refused(last, 'We cannot accept this.'));
    const user = await openFilled();
    await send(user);
    expect(await screen.findByText('We cannot accept this.')).toBeInTheDocument();
    await waitFor(() => expect(control(last)).toHaveFocus());
    expect(control(last)).toHaveAttribute('aria-invalid', 'true');
    await choose(user, last, ' More');
    await waitFor(() => expect(screen.queryByText('We cannot accept this.')).not.toBeInTheDocument());
    // the same value again
    if (control(last).type === 'checkbox') await choose(user, last, 'yes');
    expect(shown()).toMatchObject(Object.fromEntries(Object.entries(values).slice(0, -1)));
    await send(user);
    await waitFor(() => expect(received).toHaveLength(2));
  });

  test('tells a visitor who left that the message was sent, and leads back', async () => {
    const answered = later();
    const received = endpoint(() => answered.promise.then(confirmation));
    const user = await openFilled();
    await send(user);
    await waitFor(() => expect(received).toHaveLength(1));
    await goTo(user, elsewhere);
    answered.resolve();
    const next = await screen.findByRole('link', { name: frame.notice.next });
    expect(next.parentElement).toHaveTextContent(`${forms.length > 1 ? `${label}: ` : ''}${frame.notice.sent}`);
    await user.click(next);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    expect(window.location.pathname, label).toBe(path);
  });

  test('puts every field into the links of the other ways', async () => {
    endpoint(() => HttpResponse.error());
    const user = await openFilled();
    await send(user);
    const alert = await screen.findByRole('alert');
    const [, ...written] = within(alert).getAllByRole<HTMLAnchorElement>('link');
    const [text = ''] = written.map(({ href }) => decodeURIComponent(href));
    for (const field of fieldNames) {
      const { control, label } = entryOf(field);
      if (control !== 'email') expect(text).toContain(control === 'checkbox' ? label : values[field]);
    }
    expect(text).not.toContain('?:');
    for (const field of fieldNames.filter((field) => /^text/.test(entryOf(field).control))) {
      await choose(user, field, `, or … not … ${'é'.repeat(2000)}`);
    }
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.cut));
    for (const { href } of written) {
      expect(href.length).toBeGreaterThan(1500);
      expect(href.length).toBeLessThanOrEqual(2000);
      expect(decodeURIComponent(href)).toMatch(/, or … not … é+ …$/m);
    }
  });

  test.each(required.filter((field) => entryOf(field).control === 'checkbox'))(
    'does not send a consent that was withdrawn: %s',
    async (field) => {
      const received = endpoint();
      const user = await openFilled();
      await user.click(control(field));
      await send(user);
      expect(await screen.findByText(error(field))).toBeInTheDocument();
      await open();
      await waitFor(() => expect(shown()).toEqual({ ...values, [field]: '' }));
      expect(received).toEqual([]);
      takeConsole(NOT_SENT_LOGGED);
    },
  );
});
