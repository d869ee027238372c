import { type Matcher, screen, waitFor } from '@testing-library/react';
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
  endpointWaits,
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

const MAY_HAVE_ARRIVED = including(contactForm.draft.mayHaveArrived);
const NOT_SENT = including(contactForm.draft.kept);

const KEY = /^[0-9a-f]{32}-[0-9a-f]{16}$/;
const DRAFT = 'enquiry-draft';
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
  const draftOf = (values: unknown) =>
    JSON.stringify({ id: '0123456789abcdef', values, savedAt: Date.now(), attempts: [] });

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

  test('is put back with as much as there is of it, and what has a field now', async () => {
    const values = { name: 'Ng', message: 'Half a sentence', faxNumber: '021 123 4567' };
    window.localStorage.setItem(DRAFT, draftOf(values));
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

  test.each(['{', 'null', '{}', '{"savedAt":1}'])(
    'that cannot be read, %s, is ignored',
    async (stored) => {
      window.localStorage.setItem(DRAFT, stored);
      await openForm();
      expect(values()).toEqual(Object.fromEntries(requiredNames.map((name) => [name, ''])));
      expect(window.localStorage).toHaveLength(0);
    },
  );

  test('of an earlier release is removed', async () => {
    window.localStorage.setItem('contact-draft', draftOf(message));
    window.localStorage.setItem('contact-draft-0123456789abcdef', draftOf(message));
    await openForm();
    expect(control('message')).toHaveValue('');
    expect(window.localStorage).toHaveLength(0);
  });
});

describe('what became of an attempt is said after a reload', () => {
  async function failAndReload(expected: Matcher) {
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
    await failAndReload(including(contactForm.failure.offline));
    expect(await screen.findByText(NOT_SENT)).toBeInTheDocument();
  });

  test('where the page was left before there was an answer', async () => {
    server.use(http.post(ADDRESS, () => new Promise(() => {})));
    await failAndReload(/^Sending\.\.\.$/);
    expect(await screen.findByText(MAY_HAVE_ARRIVED)).toBeInTheDocument();
  });
});

describe('another tab', () => {
  /** Stores what another tab would: a newer text of the same draft. */
  function typeElsewhere(text: string) {
    const stored = JSON.parse(window.localStorage.getItem(DRAFT) ?? 'null');
    const draft = { ...stored, values: { ...stored.values, message: text } };
    window.localStorage.setItem(DRAFT, JSON.stringify(draft));
  }

  test('that types leaves the text that this tab shows, and its text is the draft', async () => {
    const user = await openForm();
    await user.type(control('message'), 'Typed here');
    typeElsewhere('Typed elsewhere');
    expect(control('message')).toHaveValue('Typed here');
    await openForm();
    await waitFor(() => expect(control('message')).toHaveValue('Typed elsewhere'));
  });

  test('keeps its text when this tab has sent another', async () => {
    const user = await openForm();
    await fill(user);
    const held = endpointWaits();
    await send(user);
    await waitFor(() => expect(held.requests).toBe(1));
    typeElsewhere('Typed elsewhere');
    held.answer();
    await screen.findByText(CONFIRMATION);
    expect(window.localStorage.getItem(DRAFT)).toContain('Typed elsewhere');
  });

  test('that sends the same text sends the same message', async () => {
    const first = endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    const stored = window.localStorage.getItem(DRAFT) ?? '';
    await send(user);
    await screen.findByText(CONFIRMATION);
    // a tab that had opened the same draft by then
    window.sessionStorage.clear();
    window.localStorage.setItem(DRAFT, stored);
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
