import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import { question } from '../../server/forms/suggestions.json';
import { site } from '../../src/content/site.ts';
import { formWords } from '../../src/content/words/form.ts';
import numbers from '../contract/numbers.json';
import { parts } from '../support/parts.ts';
import { addedValues } from '../support/samples.ts';
import { takeConsole } from './setup.ts';
import {
  control,
  fill,
  fillEach,
  including,
  isMarked,
  type Name,
  NOT_SENT_LOGGED,
  openForm,
  requiredNames,
  send,
  sendAndConfirm,
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
  test.each([
    ...invalidNumbers,
    ['email', '<zoe@example.co.za>', advice('email', 2)],
    ['email', 'info@firm.capetown', advice('email', 0)],
    ['surname', 'E', advice('surname', 0)],
    ['name', 'J.', advice('name', 0)],
  ] as const)('sees for %s %j what to do and another way to write', async (name, value, text) => {
    const user = await openForm();
    await fill(user, { [name]: '' });
    await user.type(control(name), value);
    await waitFor(() => expect(control(name)).toHaveValue(value));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await user.tab();
    const shown = await screen.findByText(text);
    expect(control(name)).toHaveAccessibleDescription(expect.stringContaining(text));
    const field = within(shown.closest<HTMLElement>(parts.field) ?? document.body);
    const links = field.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
    expect(links.map((href) => new URL(href).protocol)).toEqual([
      'tel:',
      'mailto:',
      ...(site.whatsApp ? ['https:'] : []),
    ]);
    for (const href of links.slice(1)) {
      expect(decodeURIComponent(href)).toContain('We would like to talk about an app.');
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
    await user.type(control('contactNumber'), '082 123 4567');
    await user.type(control('subject'), 'A quote');
    await user.type(control('email'), 'zoe@');
    await send(user);
    const toFixThen = toFix('name', 'surname', 'email', 'message');
    await waitFor(() => expect(heard).toEqual([nameError, surnameError, toFixThen]));
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
    // while the errors are corrected: once for each field, and nothing while the visitor types
    heard.length = 0;
    const corrections = { name: 'Zoë', surname: "O'Brien", email: 'zoe@example.co.za', message: 'Good day' } as const;
    for (const [index, [name, text]] of Object.entries(corrections).entries()) {
      await user.clear(control(name as Name));
      await user.type(control(name as Name), text);
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
  async function leaveWith(address: string) {
    const user = await openForm();
    await fill(user, { email: address });
    return user;
  }

  test('gets a suggestion that one press accepts', async () => {
    const user = await leaveWith('Zoe.O@gmail.con');
    const question = await screen.findByText(including(didYouMean));
    const status = question.closest('[role=status]');
    // a screen reader may leave out a button
    expect(status).toHaveTextContent('Zoe.O@gmail.com');
    expect(status?.querySelector('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Zoe.O@gmail.com' }));
    expect(control('email')).toHaveValue('Zoe.O@gmail.com');
    expect(control('email')).toHaveFocus();
    await waitFor(() => expect(status).toBeEmptyDOMElement());
    const received = await sendAndConfirm(user);
    expect(received).toMatchObject([{ body: { email: 'Zoe.O@gmail.com' } }]);
  });

  test('gets a suggestion if it breaks the rule, and is valid after a press', async () => {
    const user = await leaveWith('thandi@gmail..com');
    await user.click(await screen.findByRole('button', { name: 'thandi@gmail.com' }));
    expect(control('email')).toHaveValue('thandi@gmail.com');
    await waitFor(() => expect(isMarked('email')).toBe(false));
  });

  test('gets a suggestion after its invisible characters were removed', async () => {
    await leaveWith('\u2068thandi@gmial.com\u2069');
    await screen.findByRole('button', { name: 'thandi@gmail.com' });
    expect(control('email')).toHaveValue('thandi@gmial.com');
  });

  test('loses its suggestion when it changes', async () => {
    const user = await leaveWith('zoe@gmail.con');
    const question = await screen.findByText(including(didYouMean));
    await user.type(control('email'), 'x');
    await waitFor(() => expect(question).not.toBeInTheDocument());
  });
});
