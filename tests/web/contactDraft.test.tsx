import { fireEvent, type Matcher, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import failures from '../../server/forms/failures.json';
import { formWords } from '../../src/content/words/form.ts';
import { confirmation, endpointAnswers, endpointGives, message, REFERENCE, type Received } from './support/contract.ts';
import {
  askForAnother,
  CONFIRMATION,
  connectionBreaks,
  control,
  DRAFT,
  endpointWaits,
  fill,
  fillStorage,
  including,
  isMarked,
  names,
  openForm,
  send,
  sendAndConfirm,
  sendNew,
  storeDraft,
  values,
} from './support/form.ts';
import { Tab } from './support/tabs.ts';

const MAY_HAVE_ARRIVED = including(formWords.draft.mayHaveArrived);
const NOT_SENT = including(formWords.draft.kept);

const KEY = /^[0-9a-f]{32}-[0-9a-f]{16}$/;
const WEEK = 7 * 24 * 60 * 60 * 1000;

const keys = (received: readonly Received[]) => received.map(({ headers }) => headers.get('Idempotency-Key'));

test('the key of a message stays the same after a reload, and is new after a change or a success', async () => {
  const failed = endpointAnswers('a fault of our own');
  const first = await openForm();
  await fill(first);
  await send(first);
  await screen.findByText(including(failures.server));
  const user = await openForm();
  await send(user);
  await screen.findByText(including(failures.server));
  await user.type(control('message'), ' And more.');
  const changed = await sendAndConfirm(user);
  await askForAnother(user);
  await fill(user);
  const another = await sendAndConfirm(user);
  const [key, again, ...others] = keys([...failed, ...changed, ...another]);
  expect(key).toMatch(KEY);
  expect(again).toBe(key);
  expect(new Set([key, ...others]).size).toBe(3);
  // unknown for a restored draft
  expect(failed.map(({ headers }) => headers.has('X-Form-Elapsed'))).toEqual([true, false]);
});

describe('the draft', () => {
  test('comes back if the visitor clears the form and presses Undo while it is empty', async () => {
    storeDraft({ message: 'Half a sentence' });
    const user = await openForm();
    await user.click(await screen.findByRole('button', { name: formWords.draft.clear }));
    await waitFor(() => expect(control('message')).toHaveValue(''));
    expect((await screen.findByText(formWords.draft.cleared)).closest('[role=status]')).not.toBeNull();
    await user.type(control('name'), 'N');
    expect(screen.queryByRole('button', { name: formWords.draft.undo })).not.toBeInTheDocument();
    await user.clear(control('name'));
    await user.click(await screen.findByRole('button', { name: formWords.draft.undo }));
    await waitFor(() => expect(control('message')).toHaveValue('Half a sentence'));
    expect((await screen.findByText(NOT_SENT)).closest('[role=status]')).not.toBeNull();
    expect(control('name')).toHaveFocus();
    expect(window.localStorage.getItem(DRAFT)).toContain('Half a sentence');
  });

  test('is kept if a phone without battery wakes up in 2020, and then for a week', async () => {
    const today = Date.UTC(2026, 11, 1);
    const now = vi.spyOn(Date, 'now').mockReturnValue(today);
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    now.mockReturnValue(Date.UTC(2020, 0, 1));
    await user.type(control('surname'), 'X');
    for (const time of [Date.UTC(2020, 0, 1), today, today + WEEK - 1]) {
      now.mockReturnValue(time);
      await openForm();
      await waitFor(() => expect(values(), new Date(time).toJSON()).toMatchObject({ name: 'Ng', surname: 'X' }));
    }
    now.mockReturnValue(today + WEEK);
    await openForm();
    expect(control('name')).toHaveValue('');
    expect(window.localStorage).toHaveLength(0);
  });

  test.each([
    ['back by an hour', Date.UTC(2026, 11, 1, 12), Date.UTC(2026, 11, 1, 11)],
    ['forward, to the right day', Date.UTC(2020, 0, 1), Date.UTC(2026, 11, 1)],
  ])('is kept if the clock is set %s, and then for a week', (_, before, after) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(before);
    const tab = new Tab();
    /** As the form does. */
    const open = () => {
      tab.load();
      const values = tab.drafts.load()?.values;
      if (values) tab.drafts.save(values);
      return values?.['message'];
    };
    open();
    tab.drafts.save({ message: 'Good day' });
    now.mockReturnValue(after);
    expect(open()).toBe('Good day');
    now.mockReturnValue(after + WEEK);
    expect(open()).toBeUndefined();
    expect([tab.local.items.size, tab.session.items.size]).toEqual([0, 0]);
  });

  test('is restored without errors, even if fields were added or removed', async () => {
    storeDraft({ name: 'Ng', contactNumber: '082 123 4567', faxNumber: '021 123 4567' });
    const user = await openForm();
    await waitFor(() => expect(control('name')).toHaveValue('Ng'));
    expect(control('contactNumber')).toHaveValue('0821234567');
    expect(control('surname')).toHaveValue('');
    expect(screen.getByText(NOT_SENT)).toBeInTheDocument();
    for (const name of names) expect(isMarked(name)).toBe(false);
    await fill(user, { name: '', contactNumber: '' });
    const received = await sendAndConfirm(user);
    expect(received.map(({ body }) => body)).toEqual([{ ...message, name: 'Ng' }]);
  });

  test('has the last letters, too, when the page is left, and within a second, because a browser may crash', async () => {
    await openForm();
    const kept = () => window.localStorage.getItem(DRAFT) ?? '';
    for (const [type, target] of [
      ['pagehide', window],
      ['visibilitychange', document],
    ] as const) {
      // one task: no timer runs between these lines
      fireEvent.input(control('message'), { target: { value: `The last words: ${type}` } });
      expect(kept()).not.toContain(type);
      fireEvent(target, new Event(type, { bubbles: true }));
      expect(kept()).toContain(type);
    }
    vi.useFakeTimers();
    fireEvent.input(control('message'), { target: { value: 'Before a crash' } });
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(kept()).toContain('Before a crash');
  });

  const notText = '{"id":"0123","values":{"message":true},"savedAt":9e15}';

  test.each(['{', 'null', '{}', '{"savedAt":1}', notText])('that is damaged is ignored: %s', (stored) => {
    const tab = new Tab();
    tab.local.setItem('form-draft', stored);
    tab.load();
    expect(tab.drafts.load()).toBeUndefined();
    expect(tab.local.items.size).toBe(0);
  });
});

function connectionIsGone() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  connectionBreaks();
}

test.each<[string, () => void, Matcher, Matcher]>([
  ['the answer was lost', connectionBreaks, /^An error occurred/, MAY_HAVE_ARRIVED],
  ['the endpoint rejected it', () => endpointAnswers('a fault of our own'), including(failures.server), NOT_SENT],
  ['the device was offline', connectionIsGone, including(formWords.failure.offline), NOT_SENT],
  ['the page was left before the answer', endpointWaits, /^Sending/, MAY_HAVE_ARRIVED],
])('after a reload, the form says that %s', async (_, prepare, outcome, fate) => {
  prepare();
  await sendNew();
  await screen.findAllByText(outcome);
  const user = await openForm();
  expect(await screen.findByText(fate)).toBeInTheDocument();
  await user.type(control('message'), '!');
  fireEvent(window, new Event('pagehide'));
  const changed = fate === MAY_HAVE_ARRIVED ? including(formWords.draft.otherMayHaveArrived) : fate;
  expect(await screen.findByText(changed)).toBeInTheDocument();
});

// tests/e2e/journeys/tabs.spec.ts has two real tabs
describe('another tab', () => {
  /** Stores what another tab would: a newer text of the same draft. */
  function typeElsewhere(text: string) {
    // the browser hides this tab
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    const { values, ...stored } = JSON.parse(window.localStorage.getItem(DRAFT) ?? 'null');
    storeDraft({ ...values, message: text }, { ...stored, savedAt: Date.now() + 1 });
  }

  test.each([
    ['before', true],
    ['while', false],
  ])('keeps the newer text that it saved %s this tab sends', async (_, isBefore) => {
    const held = endpointWaits();
    storeDraft(message);
    const user = await openForm();
    if (isBefore) {
      typeElsewhere('Typed elsewhere');
      // the browser had kept this page for Back, where it hears nothing
      fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
      expect(await screen.findByText(including(formWords.draft.onlyHere))).toBeInTheDocument();
    }
    expect(control('message')).toHaveValue(message.message);
    await send(user);
    await waitFor(() => expect(held.received).toHaveLength(1));
    if (!isBefore) typeElsewhere('Typed elsewhere');
    held.answer();
    await screen.findByText(CONFIRMATION);
    window.sessionStorage.clear();
    const userElsewhere = await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Typed elsewhere'));
    expect(screen.getByText(including(formWords.draft.earlierSent))).toBeInTheDocument();
    await sendAndConfirm(userElsewhere);
  });

  test('sends another text: that of this tab is saved again; the same text: nothing is left to save', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    for (const [sent, isSaved] of [
      ['Typed elsewhere', true],
      ['Typed here', false],
    ] as const) {
      typeElsewhere(sent);
      const oldValue = window.localStorage.getItem(DRAFT);
      window.localStorage.removeItem(DRAFT);
      window.dispatchEvent(new StorageEvent('storage', { key: DRAFT, oldValue, newValue: null }));
      expect(window.localStorage.getItem(DRAFT)?.includes('Typed here') ?? false, sent).toBe(isSaved);
    }
  });
});

describe('without storage', () => {
  test.each(['blocked', 'full'])('the message is sent and confirmed if it is %s', async (problem) => {
    for (const area of ['localStorage', 'sessionStorage'] as const) {
      if (problem === 'blocked') vi.stubGlobal(area, undefined);
      else fillStorage(area, vi.stubGlobal);
    }
    connectionBreaks();
    const user = await openForm();
    await fill(user);
    await send(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(formWords.failure.mayHaveArrived);
    endpointGives(confirmation);
    await send(user);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
  });

  test('no notice claims that a draft is kept', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openForm();
    expect(await screen.findByText(including(formWords.offline.kept))).toBeInTheDocument();
    fillStorage('localStorage', vi.stubGlobal);
    await openForm();
    expect(await screen.findByText(including(formWords.offline.notKept))).toBeInTheDocument();
    expect(screen.queryByText(including(formWords.draft.kept))).not.toBeInTheDocument();
  });
});
