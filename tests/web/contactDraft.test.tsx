import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { contactForm } from '../../src/content/words/contactForm.ts';
import {
  ADDRESS,
  answerOf,
  endpointAnswers,
  endpointAnswersOnce,
  message,
} from './support/contract.ts';
import {
  askForAnother,
  CONFIRMATION,
  connectionBreaks,
  control,
  fill,
  fillStorage,
  including,
  isMarked,
  names,
  openForm,
  requiredNames,
  send,
  values,
} from './support/form.ts';
import { server } from './support/server.ts';

const MAY_HAVE_ARRIVED = /We cannot tell whether it arrived/;
const NOT_SENT = /It was kept on this device and was not sent/;

const KEY = /^[0-9a-f]{32}-[0-9a-f]{16}$/;
const WEEK = 7 * 24 * 60 * 60 * 1000;

const keys = (received: readonly { readonly headers: Headers }[]) =>
  received.map(({ headers }) => headers.get('Idempotency-Key'));

const replaced = (received: readonly { readonly headers: Headers }[]) =>
  received.map(({ headers }) => headers.get('X-Form-Replaces'));

/** Records what is sent, and loses the answers. */
function answersGetLost() {
  const received: Request[] = [];
  server.use(
    http.post(ADDRESS, ({ request }) => {
      received.push(request);
      return HttpResponse.error();
    }),
  );
  return received;
}

describe('the key of a message', () => {
  test('stays the same when the same message is sent again', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(including(contactForm.failure.server));
    const second = endpointAnswers('success');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(keys(first)[0]).toMatch(KEY);
    expect(keys(second)).toEqual(keys(first));
  });

  test('stays the same over a reload', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(including(contactForm.failure.server));
    const second = endpointAnswers('success');
    const userAfterReload = await openForm();
    await send(userAfterReload);
    await screen.findByText(CONFIRMATION);
    expect(keys(second)).toEqual(keys(first));
    // nobody knows how long a draft was in the making
    expect(second[0]?.headers.has('X-Form-Elapsed')).toBe(false);
  });

  test('is another where the endpoint knows it from another message', async () => {
    const user = await openForm();
    await fill(user);
    const accepted = endpointAnswers('success');
    const refused = endpointAnswersOnce('a key that came with another message');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(refused).toHaveLength(1);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.body).toEqual(refused[0]?.body);
    expect(keys(accepted)).not.toEqual(keys(refused));
  });

  test('stays the new one then, where the answer to it is lost', async () => {
    const user = await openForm();
    await fill(user);
    const lost = answersGetLost();
    endpointAnswersOnce('a key that came with another message');
    await send(user);
    await screen.findByText(/^An error occurred/);
    const received = endpointAnswers('success');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(keys(received)).toEqual(keys(lost));
    expect(replaced(received)).toEqual([null]);
  });

  test('is renewed once only', async () => {
    const user = await openForm();
    await fill(user);
    const refused = endpointAnswers('a key that came with another message');
    await send(user);
    await screen.findByText(including(contactForm.failure.outdated));
    expect(new Set(keys(refused)).size).toBe(2);
    expect(values()).toMatchObject(message);
  });

  test('is the old one again where a change was taken back', async () => {
    const user = await openForm();
    const received = answersGetLost();
    await fill(user, { message: 'Hello' });
    await send(user);
    await screen.findByText(/^An error occurred/);
    await user.type(control('message'), '!');
    await user.type(control('message'), '{Backspace}');
    await send(user);
    await waitFor(() => expect(received).toHaveLength(2));
    expect(keys(received)[1]).toBe(keys(received)[0]);
    expect(replaced(received)).toEqual([null, null]);
  });

  test('is a new one once anything was changed, or sent', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(including(contactForm.failure.server));
    const second = endpointAnswers('success');
    await user.type(control('message'), ' And more.');
    await send(user);
    await askForAnother(user);
    await fill(user);
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(new Set([...keys(first), ...keys(second)]).size).toBe(3);
  });
});

describe('a message that was changed', () => {
  test('says what it replaces, where that may have arrived', async () => {
    const user = await openForm();
    const lost = answersGetLost();
    await fill(user);
    await send(user);
    await screen.findByText(/^An error occurred/);
    await user.type(control('message'), ' And more.');
    await send(user);
    await waitFor(() => expect(lost).toHaveLength(2));
    const userAfterReload = await openForm();
    expect(await screen.findByText(MAY_HAVE_ARRIVED)).toBeInTheDocument();
    const received = endpointAnswers('success');
    await userAfterReload.type(control('subject'), '!');
    await send(userAfterReload);
    await screen.findByText(CONFIRMATION);
    expect(replaced(lost)).toEqual([null, keys(lost)[0]]);
    expect(replaced(received)).toEqual([keys(lost).join(', ')]);
  });

  test('names the five latest that it replaces, no more of which are looked up', async () => {
    const user = await openForm();
    const lost = answersGetLost();
    await fill(user);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await send(user);
      await waitFor(() => expect(lost).toHaveLength(attempt));
      await screen.findByText(/^An error occurred/);
      await user.type(control('subject'), '!');
    }
    const received = endpointAnswers('success');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(replaced(received)).toEqual([keys(lost).slice(1).join(', ')]);
  });

  test('replaces nothing that this page cannot have noted', async () => {
    const attempts = [
      null,
      'abc',
      { key: 1, mayHaveArrived: true },
      { key: 'unsaid', mayHaveArrived: 'yes' },
      { key: 'arrived-nowhere', mayHaveArrived: false },
      { key: 'sound', mayHaveArrived: true },
    ];
    const draft = { values: message, savedAt: Date.now(), origin: 1, attempts };
    window.localStorage.setItem('contact-draft-damaged', JSON.stringify(draft));
    const received = endpointAnswers('success');
    const user = await openForm();
    await waitFor(() => expect(values()).toMatchObject(message));
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(replaced(received)).toEqual(['sound']);
    expect(keys(received)[0]).toMatch(KEY);
  });

  test('replaces nothing where it is known that nothing arrived', async () => {
    const user = await openForm();
    endpointAnswers('the store cannot be written');
    await fill(user);
    await send(user);
    await screen.findByText(including(contactForm.failure.server));
    const received = endpointAnswers('success');
    await user.type(control('message'), ' And more.');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(replaced(received)).toEqual([null]);
  });

  test('replaces nothing that was cleared away before', async () => {
    const user = await openForm();
    answersGetLost();
    await fill(user);
    await send(user);
    await screen.findByText(/^An error occurred/);
    const userAfterReload = await openForm();
    await userAfterReload.click(
      await screen.findByRole('button', { name: contactForm.draft.clear }),
    );
    const received = endpointAnswers('success');
    await fill(userAfterReload, { message: 'Something else' });
    await send(userAfterReload);
    await screen.findByText(CONFIRMATION);
    expect(replaced(received)).toEqual([null]);
  });
});

describe('the draft', () => {
  const draftOf = (values: unknown) => JSON.stringify({ values, savedAt: Date.now() });

  test('survives a reload, is said to be one, and shows no errors', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    await user.type(control('message'), 'Half a sentence');
    await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Half a sentence'));
    expect(control('name')).toHaveValue('Ng');
    expect(screen.getByText(NOT_SENT)).toBeInTheDocument();
    for (const name of names) expect(isMarked(name)).toBe(false);
  });

  test('is cleared by the visitor', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    const userAfterReload = await openForm();
    await userAfterReload.click(
      await screen.findByRole('button', { name: contactForm.draft.clear }),
    );
    expect(control('name')).toHaveValue('');
    expect(control('name')).toHaveFocus();
    expect(window.localStorage).toHaveLength(0);
  });

  test('is gone once all that was typed is', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    expect(window.localStorage).toHaveLength(1);
    await user.clear(control('name'));
    expect(window.localStorage).toHaveLength(0);
    await openForm();
    expect(screen.queryByRole('button', { name: contactForm.draft.clear })).not.toBeInTheDocument();
  });

  test('is gone once the message was sent', async () => {
    endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    expect(window.localStorage).toHaveLength(1);
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(window.localStorage).toHaveLength(0);
  });

  test('is forgotten after a week, and no earlier', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    const [stored = ''] = Object.values<string>(window.localStorage);
    const { savedAt } = JSON.parse(stored);
    const now = vi.spyOn(Date, 'now').mockReturnValue(savedAt + WEEK - 1);
    await openForm();
    await waitFor(() => expect(control('name')).toHaveValue('Ng'));
    now.mockReturnValue(savedAt + WEEK);
    await openForm();
    expect(control('name')).toHaveValue('');
    expect(window.localStorage).toHaveLength(0);
  });

  test.each([
    ['one whose field is no text', draftOf({ ...message, name: 1 })],
    ['one with nothing in it', draftOf({})],
    ['one of something else', draftOf('Ng')],
    ['one without a date', JSON.stringify({ values: message })],
    ['one without a text', JSON.stringify({ savedAt: Date.now() })],
    ['no JSON', '{'],
    ['no object', 'null'],
  ])('is passed over where it is %s', async (_, stored) => {
    window.localStorage.setItem('contact-draft-damaged', stored);
    endpointAnswers('success');
    const user = await openForm();
    expect(values()).toEqual(Object.fromEntries(requiredNames.map((name) => [name, ''])));
    await fill(user);
    await send(user);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(window.localStorage).toHaveLength(0);
  });

  test('is put back with as much as there is of it, and what has a field now', async () => {
    const values = { name: 'Ng', message: 'Half a sentence', faxNumber: '021 123 4567' };
    window.localStorage.setItem('contact-draft-half', draftOf(values));
    const user = await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Half a sentence'));
    expect(control('name')).toHaveValue('Ng');
    expect(control('surname')).toHaveValue('');
    const received = endpointAnswers('success');
    await fill(user, { name: '', message: '' });
    await send(user);
    await screen.findByText(CONFIRMATION);
    const { name, message: text } = values;
    expect(received.map(({ body }) => body)).toEqual([{ ...message, name, message: text }]);
  });

  test('that is the newest is put back in a tab that has none', async () => {
    for (const [age, name] of [
      [2, 'Older'],
      [1, 'Newest'],
      [3, 'Oldest'],
    ] as const) {
      const savedAt = Date.now() - age * 60_000;
      const draft = JSON.stringify({ values: { ...message, name }, savedAt });
      window.localStorage.setItem(`contact-draft-${name}`, draft);
    }
    await openForm();
    await waitFor(() => expect(control('name')).toHaveValue('Newest'));
  });

  test('that an earlier release left is put back', async () => {
    const savedAt = Date.now();
    const attempt = { key: '0123456789abcdef0123456789abcdef', content: '{}' };
    window.localStorage.setItem(
      'contact-draft',
      JSON.stringify({ values: message, attempt, savedAt }),
    );
    const received = endpointAnswers('success');
    const user = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(keys(received)[0]).toMatch(KEY);
    expect(window.localStorage).toHaveLength(0);
  });
});

describe('what became of an attempt is said after a reload', () => {
  async function failAndReload(expected: RegExp) {
    const user = await openForm();
    await fill(user);
    await send(user);
    await screen.findAllByText(expected);
    return openForm();
  }

  test('where the answer was lost', async () => {
    connectionBreaks();
    const user = await failAndReload(/^An error occurred/);
    expect(await screen.findByText(MAY_HAVE_ARRIVED)).toBeInTheDocument();
    await user.type(control('message'), ' And more.');
    await openForm();
    expect(await screen.findByText(including(contactForm.draft.wasChanged))).toBeInTheDocument();
  });

  test('where the endpoint refused it', async () => {
    endpointAnswers('the store cannot be written');
    await failAndReload(/our server has a problem/);
    expect(await screen.findByText(NOT_SENT)).toBeInTheDocument();
  });

  test('where the device was offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    connectionBreaks();
    await failAndReload(/because this device is offline/);
    expect(await screen.findByText(NOT_SENT)).toBeInTheDocument();
  });

  test('where the page was left before there was an answer', async () => {
    server.use(http.post(ADDRESS, () => new Promise(() => {})));
    await failAndReload(/^Sending\.\.\.$/);
    expect(await screen.findByText(MAY_HAVE_ARRIVED)).toBeInTheDocument();
  });
});

describe('another tab', () => {
  const DRAFT = 'contact-draft';
  const ownSlot = () => window.sessionStorage.getItem(DRAFT) ?? 'none';

  /** What another tab does that types something under the same name, as the browser tells of it. */
  function typeElsewhere(slot: string, text: string) {
    const stored = JSON.parse(window.localStorage.getItem(slot) ?? 'null');
    const newValue = JSON.stringify({ ...stored, values: { ...stored.values, message: text } });
    window.localStorage.setItem(slot, newValue);
    window.dispatchEvent(
      new StorageEvent('storage', { key: slot, newValue, storageArea: window.localStorage }),
    );
  }

  test('that types something else does not replace what is typed here', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    const shared = ownSlot();
    typeElsewhere(shared, 'Typed elsewhere');
    expect(ownSlot()).not.toBe(shared);
    await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Typed here'));
    expect(window.localStorage.getItem(shared)).toContain('Typed elsewhere');
  });

  test('that types under another name, or changes what is no draft, is none of our business', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    const own = ownSlot();
    const newValue = JSON.stringify({
      ...JSON.parse(window.localStorage.getItem(own) ?? 'null'),
      values: { ...message, message: 'Typed elsewhere' },
    });
    const { localStorage, sessionStorage } = window;
    for (const [key, storageArea] of [
      ['contact-draft-other', localStorage],
      [own, sessionStorage],
      [null, localStorage],
    ] as const) {
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea }));
    }
    expect(ownSlot()).toBe(own);
  });

  test('that typed later does not replace what was typed here before a reload', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    const savedAt = Date.now() + 60_000;
    const theirs = { values: { ...message, message: 'Typed elsewhere' }, savedAt };
    window.localStorage.setItem('contact-draft-other', JSON.stringify(theirs));
    await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Typed here'));
  });

  test('that keeps the same text shares the draft', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    const shared = ownSlot();
    typeElsewhere(shared, ' Typed here\n');
    expect(ownSlot()).toBe(shared);
  });

  test('keeps its draft when this one’s message was sent', async () => {
    endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    const shared = ownSlot();
    typeElsewhere(shared, 'Typed elsewhere');
    await send(user);
    await askForAnother(user);
    // asked for an empty one
    expect(control('message')).toHaveValue('');
    expect(window.localStorage.getItem(shared)).toContain('Typed elsewhere');
    expect(window.localStorage).toHaveLength(1);
  });

  test('that has sent the text is believed', async () => {
    const received = endpointAnswers('success', { 'Enquiry-Reference': 'ABCDE-12345' });
    const user = await openForm();
    await fill(user);
    const slot = ownSlot();
    const stored = window.localStorage.getItem(slot) ?? '';
    const written = vi.spyOn(Storage.prototype, 'setItem');
    await send(user);
    await screen.findByText(CONFIRMATION);
    const [, sent] =
      written.mock.calls.find(([key, text]) => key === slot && text.startsWith('{"key"')) ?? [];
    written.mockRestore();
    // the other tab, which has the draft and hears of what the first one wrote
    window.sessionStorage.clear();
    window.localStorage.setItem(slot, stored);
    await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    for (const newValue of [sent ?? null, null]) {
      window.dispatchEvent(
        new StorageEvent('storage', { key: slot, newValue, storageArea: window.localStorage }),
      );
    }
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.getByText('ABCDE-12345')).toBeInTheDocument();
    expect(received).toHaveLength(1);
  });

  test('that sends the same text sends the same message', async () => {
    const first = endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    const slot = ownSlot();
    const stored = window.localStorage.getItem(slot) ?? '';
    await send(user);
    await screen.findByText(CONFIRMATION);
    // a tab that had opened the same draft by then
    window.sessionStorage.clear();
    window.localStorage.setItem(slot, stored);
    const second = endpointAnswers('success');
    const otherUser = await openForm();
    await waitFor(() => expect(values()).toEqual(message));
    await send(otherUser);
    await screen.findByText(CONFIRMATION);
    expect(keys(second)).toEqual(keys(first));
  });
});

describe('where nothing can be kept', () => {
  test.each(['localStorage', 'sessionStorage'] as const)(
    'because %s is blocked, the message is sent and confirmed',
    async (area) => {
      vi.stubGlobal(area, undefined);
      endpointAnswers('success');
      const user = await openForm();
      await fill(user);
      await send(user);
      expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    },
  );

  test.each(['localStorage', 'sessionStorage'] as const)(
    'because %s is full, the message is sent and confirmed',
    async (area) => {
      fillStorage(area, vi.stubGlobal);
      server.use(
        http.post(ADDRESS, () =>
          HttpResponse.json(answerOf('success').body, {
            headers: { 'Enquiry-Reference': 'ABCDE-12345' },
          }),
        ),
      );
      const user = await openForm();
      await fill(user);
      await send(user);
      expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
      expect(screen.getByText('ABCDE-12345')).toBeInTheDocument();
    },
  );

  test('nobody is told that it is', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openForm();
    expect(await screen.findByText(including(contactForm.offline.kept))).toBeInTheDocument();
    fillStorage('localStorage', vi.stubGlobal);
    await openForm();
    expect(await screen.findByText(including(contactForm.offline.notKept))).toBeInTheDocument();
    expect(screen.queryByText(including(contactForm.draft.kept))).not.toBeInTheDocument();
  });
});
