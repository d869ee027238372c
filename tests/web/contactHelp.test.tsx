import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import { question } from '../../server/forms/suggestions.json';
import { site } from '../../src/content/site.ts';
import { formWords } from '../../src/content/words/form.ts';
import numbers from '../contract/numbers.json';
import { later } from '../support/later.ts';
import { parts } from '../support/parts.ts';
import { addedValues } from '../support/samples.ts';
import { takeConsole } from './setup.ts';
import { message } from './support/contract.ts';
import {
  control,
  fillEach,
  including,
  isMarked,
  type Name,
  NOT_SENT_LOGGED,
  openForm,
  requiredNames,
  send,
  sendAndConfirm,
  storeDraft,
  toFix,
} from './support/form.ts';

const [didYouMean = ''] = question.split('{address}');

const advice = (field: 'name' | 'surname' | 'email' | 'contactNumber', index: number): string =>
  contact.fields[field].advice[index]?.text ?? 'no advice';

type Row = readonly [field: 'contactNumber', value: string, advice: string];

/** One for each advice. */
const invalidNumbers = numbers.advice
  .filter(({ expected }, at, all) => expected !== null && all.findIndex((row) => row.expected === expected) === at)
  .map(({ value, expected, digits }): Row => {
    const text = advice('contactNumber', expected ?? -1).replace('{digits}', String(digits));
    return ['contactNumber', String(value), text];
  });

describe('a visitor whose value is rejected', () => {
  test('sees what to do and another way to write', async () => {
    storeDraft({ message: message.message });
    const user = await openForm();
    for (const [name, value, text] of [
      ...invalidNumbers,
      ['email', '<zoe@example.co.za>', advice('email', 2)],
      ['email', 'info@firm.capetown', advice('email', 0)],
      ['surname', 'E', advice('surname', 0)],
      ['name', 'J.', advice('name', 0)],
    ] as const) {
      const given = `${name} ${value}`;
      await user.clear(control(name));
      await user.paste(value);
      expect(control(name)).toHaveValue(value);
      expect(screen.queryByText(text), given).not.toBeInTheDocument();
      await user.tab();
      const shown = await screen.findByText(text);
      expect(control(name), given).toHaveAccessibleDescription(expect.stringContaining(text));
      const links = [...(shown.closest(parts.field)?.querySelectorAll('a') ?? [])].map(({ href }) => href);
      expect(
        links.map((href) => new URL(href).protocol),
        given,
      ).toEqual(['tel:', 'mailto:', ...(site.whatsApp ? ['https:'] : [])]);
      for (const href of links.slice(1)) expect(decodeURIComponent(href), given).toContain(message.message);
    }
  });

  test('hears the whole error once on leaving the field, and finds it only there afterwards', async () => {
    const user = await openForm();
    const [, value, text] = invalidNumbers[0] ?? [];
    await user.type(control('contactNumber'), value ?? '');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.tab();
    const error = contact.fields.contactNumber.pattern.message;
    const said = await screen.findByText(`Error: ${error}. ${text}`);
    expect(said.closest('[role=status]')).not.toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(screen.getAllByText(including(error))).toHaveLength(1));
    vi.useRealTimers();
  });

  test('hears an error once, on leaving its field, and on sending only the fields to fix', async () => {
    const user = await openForm();
    await fillEach(user, addedValues);
    const heard: (string | null)[] = [];
    const regionOf = ({ target }: MutationRecord) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[role=status]');
    const listener = new MutationObserver((changes) => {
      const texts = [...new Set(changes.map(regionOf))].map((it) => it?.textContent ?? '');
      heard.push(...texts.filter((text) => text !== ''));
    });
    listener.observe(document.body, { subtree: true, childList: true, characterData: true });
    await user.type(control('name'), 'Zo-');
    await screen.findByText(contact.fields.name.pattern.message);
    expect(heard).toEqual([]);
    await user.tab();
    const nameError = `Error: ${contact.fields.name.pattern.message} ${advice('name', 0)}`;
    await waitFor(() => expect(heard).toEqual([nameError]));
    // the error is old when the field is left again without a change
    await user.click(control('name'));
    const surnameError = `Error: ${contact.fields.surname.required.message}`;
    await waitFor(() => expect(heard).toEqual([nameError, surnameError]));
    // the number is rewritten, and valid then
    await fillEach(user, { contactNumber: '082 123 4567', subject: 'A quote', email: 'zoe@' });
    const frame = later();
    vi.stubGlobal('requestAnimationFrame', (next: () => void) => frame.promise.then(next));
    await send(user);
    const toFixThen = toFix('name', 'surname', 'email', 'message');
    await waitFor(() => expect(heard).toEqual([nameError, surnameError, toFixThen]));
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
    // while the errors are corrected: once for each field, and nothing while the visitor types
    heard.length = 0;
    const corrections = { name: 'Zoë', surname: 'Wu', email: 'z@a.co', message: 'Hi' } as const;
    for (const [index, [name, text]] of Object.entries(corrections).entries()) {
      await user.clear(control(name as Name));
      await user.type(control(name as Name), text);
      // on a slow phone, the press ends now
      frame.resolve();
      await frame.promise;
      expect(heard).toHaveLength(index);
      // a changed description would be heard, too
      expect(control(name as Name)).toHaveAccessibleDescription('');
      await user.tab();
      const left = Object.keys(corrections).length - index - 1;
      await waitFor(() => expect(heard.at(-1)).toBe(formWords.leftToFix(left)));
    }
    // a field that was right before says nothing
    await user.type(control('name'), 'x');
    await user.tab();
    expect(heard).toHaveLength(Object.keys(corrections).length);
    listener.disconnect();
  });
});

test('a visitor who sends from within a field hears how many are left once it is right', async () => {
  const user = await openForm();
  await user.type(control('name'), '{Enter}');
  await screen.findAllByText(toFix(...requiredNames));
  await user.type(control('name'), 'Zoë');
  await user.tab();
  expect(await screen.findByText(formWords.leftToFix(requiredNames.length - 1))).toBeInTheDocument();
  expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
});

describe('a mistyped email address', () => {
  test('gets a suggestion that one press accepts', async () => {
    storeDraft({ ...message, email: '' });
    const user = await openForm();
    await fillEach(user, { email: 'Zoe.O@gmail.con' });
    await user.tab();
    const question = await screen.findByText(including(didYouMean));
    const status = question.closest('[role=status]');
    // a screen reader may leave out a button
    expect(status).toHaveTextContent('Zoe.O@gmail.com');
    expect(status?.querySelector('button')).toBeNull();
    const button = screen.getByRole('button', { name: 'Zoe.O@gmail.com' });
    // the question would be read twice
    expect(button.parentElement?.querySelectorAll('span:not([aria-hidden=true])')).toHaveLength(0);
    await user.click(button);
    expect(control('email')).toHaveValue('Zoe.O@gmail.com');
    expect(control('email')).toHaveFocus();
    await waitFor(() => expect(status).toBeEmptyDOMElement());
    const received = await sendAndConfirm(user);
    expect(received).toMatchObject([{ body: { email: 'Zoe.O@gmail.com' } }]);
  });

  test('gets one if it breaks the rule or has invisible characters, and loses it when it changes', async () => {
    const user = await openForm();
    await fillEach(user, { email: 'thandi@gmail..com' });
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'thandi@gmail.com' }));
    expect(control('email')).toHaveValue('thandi@gmail.com');
    await waitFor(() => expect(isMarked('email')).toBe(false));
    await user.clear(control('email'));
    await user.paste('\u2068thandi@gmial.com\u2069');
    await user.tab();
    const again = await screen.findByRole('button', { name: 'thandi@gmail.com' });
    expect(control('email')).toHaveValue('thandi@gmial.com');
    await user.type(control('email'), 'x');
    await waitFor(() => expect(again).not.toBeInTheDocument());
  });
});
