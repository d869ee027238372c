import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import failures from '../../server/forms/failures.json';
import { documentTitle, phoneHref, site } from '../../src/content/site.ts';
import { formWords } from '../../src/content/words/form.ts';
import { frame } from '../../src/content/words/frame.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { answerTo } from '../support/answers.ts';
import { later } from '../support/later.ts';
import { parts } from '../support/parts.ts';
import { takeConsole } from './setup.ts';
import { confirmation, endpointAnswers, endpointGives, message, REFERENCE, reply } from './support/contract.ts';
import {
  CONFIRMATION,
  control,
  endpointWaits,
  fill,
  fillEach,
  including,
  isMarked,
  labelOf,
  NOT_SENT_LOGGED,
  names,
  noAnswer,
  openForm,
  original,
  required,
  requiredNames,
  send,
  sendAndConfirm,
  sendNew,
  storeDraft,
  submit,
  toFix,
  values,
} from './support/form.ts';

describe('errors', () => {
  test('are shown at a field that was left empty, and at no other', async () => {
    const user = await openForm();
    await user.click(control('name'));
    // a press that opens a list or drags a link has no end
    fireEvent.mouseDown(document.body);
    await user.tab();
    expect(await screen.findByText(contact.fields.name.required.message)).toBeInTheDocument();
    expect(isMarked('name')).toBe(true);
    expect(control('name')).toHaveAccessibleDescription(/^Please provide your name\./);
    expect(screen.queryByText(contact.fields.surname.required.message)).not.toBeInTheDocument();
  });

  test('are shown quietly while a field is edited, and announced when it is left', async () => {
    const user = await openForm();
    await user.type(control('name'), 'B');
    const error = await screen.findByText('Please provide your valid name.');
    expect(error).toBeVisible();
    expect(error.matches(parts.quietError)).toBe(true);
    // no announcement in the middle of a word
    expect(isMarked('name')).toBe(false);
    expect(control('name')).not.toHaveAccessibleDescription();
    await user.tab();
    await waitFor(() => expect(isMarked('name')).toBe(true));
    expect(error.matches(parts.quietError)).toBe(false);
    expect(control('name')).toHaveAccessibleDescription(/^Please provide your valid name\./);
  });

  test('stay quiet while the next field is typed into before the press on it has ended', async () => {
    const user = await openForm();
    await user.click(control('name'));
    const frame = later();
    vi.stubGlobal('requestAnimationFrame', (next: () => void) => frame.promise.then(next));
    await user.click(control('surname'));
    await user.keyboard('B');
    await screen.findByText(contact.fields.surname.pattern.message);
    expect(isMarked('name')).toBe(false);
    frame.resolve();
    await waitFor(() => expect(isMarked('name')).toBe(true));
    expect(isMarked('surname')).toBe(false);
  });

  test('stop an attempt to send, which is only logged, and are explained from the first field on', async () => {
    const user = await openForm();
    const said = new Set<string | null>();
    const observer = new MutationObserver(() => said.add(submit().textContent));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await send(user);
    await screen.findAllByText(toFix(...requiredNames));
    observer.disconnect();
    // never "Sending..."
    expect([...said]).toEqual([formWords.form.submit]);
    const invalid = [
      ['name', 'A', 'Please provide your valid name.'],
      ['contactNumber', '082123456', 'Please enter a valid contact number'],
      ['subject', 'x'.repeat(201), contact.fields.subject.maxLength.message],
    ] as const;
    await fill(user, Object.fromEntries(invalid));
    for (const [name, value, expected] of invalid) {
      await send(user);
      await waitFor(() => expect(control(name), name).toHaveFocus());
      expect(control(name), name).toHaveValue(value);
      expect(screen.getByText(expected)).toBeInTheDocument();
      const { hint = '' }: { label: string; hint?: string } = contact.fields[name];
      for (const description of [expected, hint]) {
        expect(control(name)).toHaveAccessibleDescription(expect.stringContaining(description));
      }
      await user.clear(control(name));
      await user.paste(message[name]);
    }
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1 + invalid.length);
  });

  test('are named after an attempt to send, also in the title', async () => {
    const user = await sendNew({ name: '', surname: 'O-', email: '' });
    const [count] = (await screen.findAllByText(toFix('name', 'surname', 'email')))
      .map((said) => said.closest(parts.faults))
      .filter((list) => list !== null);
    // it would be read again after each correction
    expect(count?.closest('[role=status]')).toBeNull();
    expect(document.title.startsWith(`${formWords.notSent} – ${contactPlace.title}`)).toBe(true);
    await user.type(control('name'), 'Zoë');
    await waitFor(() => expect(count).toHaveTextContent(toFix('surname', 'email')));
    await user.type(control('surname'), 'Brien');
    await fillEach(user, { email: message.email });
    await user.tab();
    await waitFor(() => expect(count).toBeEmptyDOMElement());
    // no field is added while the visitor types
    await user.type(control('name'), '-');
    await screen.findByText(contact.fields.name.pattern.message);
    expect(count).toBeEmptyDOMElement();
    expect(document.title).toBe(documentTitle(contactPlace));
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
  });
});

test('what the browser fills in is rewritten, and its errors are announced at once', async () => {
  await openForm();
  fireEvent.input(control('name'), { target: { value: 'B' } });
  await waitFor(() => expect(isMarked('name')).toBe(true));
  fireEvent.input(control('contactNumber'), { target: { value: '082 123 4567' } });
  control('contactNumber').dispatchEvent(new Event('change', { bubbles: true }));
  expect(control('contactNumber')).toHaveValue('0821234567');
  await waitFor(() => expect(isMarked('contactNumber')).toBe(false));
});

test('each field has its label, keyboard, autofill, spelling and direction, and is not invalid at first', async () => {
  await openForm();
  const attributes = ['type', 'inputmode', 'autocomplete', 'autocapitalize', 'spellcheck', 'enterkeyhint', 'dir'];
  for (const [name, expected] of [
    ['name', ['text', 'text', 'given-name', null, 'false', 'next', 'auto']],
    ['email', ['email', 'email', 'email', 'none', 'false', 'next', 'auto']],
    ['contactNumber', ['tel', 'tel', 'tel', 'none', 'false', 'next', 'auto']],
    ['subject', ['text', 'text', null, null, 'true', 'next', 'auto']],
    ['message', [null, null, null, null, null, null, 'auto']],
  ] as const) {
    expect(
      attributes.map((attribute) => control(name).getAttribute(attribute)),
      name,
    ).toEqual(expected);
  }
  expect(Number(control('message').getAttribute('rows'))).toBeGreaterThan(4);
  for (const name of names) expect(screen.getByLabelText(labelOf(name))).toBe(control(name));
  expect(screen.getByRole('button', { name: formWords.form.submit })).toBe(submit());
  for (const name of requiredNames) {
    expect(control(name)).toBeRequired();
    expect(control(name)).toHaveAttribute('aria-invalid', 'false');
    // screen readers hear this from the browser
    expect(control(name).validity.valid).toBe(true);
  }
});

test('Enter on a touch keyboard goes through the fields to the message, and sends nothing', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: /coarse/.test(query), media: query }));
  storeDraft(message);
  const received = endpointAnswers('success');
  const user = await openForm();
  for (const [index, name] of names.slice(0, names.indexOf('message')).entries()) {
    if (!control(name).matches('input')) continue;
    control(name).focus();
    await user.keyboard('{Enter}');
    expect(control(names[index + 1] ?? name)).toHaveFocus();
  }
  await user.keyboard('{Enter}Goodbye');
  expect(control('message')).toHaveValue(`${message.message}\nGoodbye`);
  expect(received).toEqual([]);
  // the first one ends the composition of a word
  const isLeftToTheKeyboard = (isComposing: boolean) =>
    fireEvent.keyDown(control('name'), { key: 'Enter', isComposing });
  expect(isLeftToTheKeyboard(true)).toBe(true);
  expect(isLeftToTheKeyboard(false)).toBe(false);
});

describe('sending', () => {
  test('posts the six trimmed fields as JSON, once, and shows the confirmation', async () => {
    const held = endpointWaits();
    const user = await openForm();
    // a screen reader hears changes of a region that was there before
    const region = document.querySelector(parts.lead);
    expect(region).toHaveAttribute('aria-live', 'polite');
    await fill(user, { name: `  ${message.name} ` });
    await send(user);
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(held.received).toHaveLength(1));
    for (const name of original) expect(control(name)).toHaveAttribute('readonly');
    await send(user);
    submit().closest('form')?.requestSubmit();
    held.answer();
    const confirmation = await screen.findByText(CONFIRMATION);
    expect(confirmation).toHaveTextContent(`${CONFIRMATION} Your reference is ${REFERENCE}.`);
    expect(confirmation.parentElement).toBe(region);
    expect(screen.queryByText('Sending...')).not.toBeInTheDocument();
    expect(held.received.map(({ body }) => body)).toEqual([message]);
    const headers = held.received[0]?.headers;
    expect(headers?.get('Content-Type')).toBe('application/json');
    expect(headers?.get('Accept')).toBe('application/json');
    expect(headers?.has('X-Form-Trap')).toBe(false);
  });

  test('ends after 20 seconds without an answer, and after more if the message is long', async () => {
    endpointWaits();
    let user: UserEvent | undefined;
    for (const [seconds, text] of [
      [20, message.message],
      [56, 'A'.repeat(9760)],
    ] as const) {
      const late = new AbortController();
      vi.mocked(AbortSignal.timeout).mockReturnValue(late.signal);
      if (user === undefined) user = await sendNew({ message: text });
      else {
        fireEvent.input(control('message'), { target: { value: text } });
        await send(user);
      }
      await screen.findByRole('button', { name: 'Sending...' });
      expect(Math.round(Number(vi.mocked(AbortSignal.timeout).mock.lastCall?.[0]) / 1000)).toBe(seconds);
      late.abort();
      expect(await screen.findByText(/^An error occurred, please try again/)).toBeInTheDocument();
    }
  });
});

describe('a failure', () => {
  /** Sends the message. @returns a new alert, or a screen reader would be silent */
  async function fail(user: UserEvent, given: string, text = message.message) {
    const before = document.querySelector('[role=alert]');
    await send(user);
    await waitFor(() => expect([null, before], given).not.toContain(document.querySelector('[role=alert]')));
    const alert = required('[role=alert]');
    const sentence = alert.querySelector('p')?.textContent;
    expect(values(), given).toEqual({ ...message, message: text });
    expect(sentence, given).not.toBe('');
    expect(sentence, given).not.toMatch(/\b[45]\d\d\b/);
    // what became of the message is said once
    expect(required(`${parts.draft} [role=status]`).textContent, given).toBe(formWords.draft.restored);
    expectOtherWays(alert, text);
    return alert;
  }

  const openFilled = (changes: object = {}) => {
    storeDraft({ ...message, ...changes });
    return openForm();
  };

  function expectOtherWays(alert: HTMLElement, written: string) {
    expect(alert).not.toHaveTextContent(formWords.failure.cut);
    const hrefs = [...alert.querySelectorAll('a')].map(({ href }) => new URL(href));
    expect(hrefs.map(({ origin, pathname }) => origin + pathname)).toEqual([
      `null${phoneHref.slice('tel:'.length)}`,
      `null${site.email}`,
      ...(site.whatsApp ? [`https://wa.me/${site.whatsApp.replaceAll(/\D/g, '')}`] : []),
    ]);
    expect(hrefs[1]?.searchParams.get('subject')).toBe(message.subject);
    for (const { searchParams } of hrefs.slice(1)) {
      const text = searchParams.get('body') ?? searchParams.get('text');
      expect(text).toContain(written);
      expect(text).toContain("Zoë O'Brien, 0821234567");
    }
  }

  const more = (minutes: number) => failures.wait.more.replace('{minutes}', String(minutes));
  const tooMany = (wait: string) => failures.tooMany.replace('{wait}', wait);
  const busy = { code: 'too_many_requests' };

  test('says what each answer means, keeps every value and offers other ways to write, until the form is cleared', async () => {
    const answers: [number, object | string | null, string | RegExp, retryAfter?: string][] = [
      [503, answerTo('the store cannot be written').body, failures.server],
      [403, answerTo('from another site, by Origin').body, formWords.failure.refused],
      [408, '', formWords.failure.tooSlow],
      [413, null, /was not sent: it’s too long/],
      [422, null, /was not sent: this page may be out of date/],
      [422, { errors: [] }, /was not sent: this page may be out of date/],
      [422, { errors: { email: 1 } }, /was not sent: this page may be out of date/],
      [400, {}, /was not sent: this page may be out of date/],
      [500, answerTo('a fault of our own').body, failures.server],
      [503, { code: 'unavailable' }, /was not sent: there’s a problem with our server/],
      [503, { code: 'undecided' }, /^We don’t know whether your message arrived/],
      [502, 'Bad gateway', formWords.failure.unexpected],
      [200, '<h1>Welcome to your host</h1>', formWords.failure.unexpected],
      [200, { status: 'queued' }, formWords.failure.unexpected],
      [429, busy, tooMany(more(2)), '90'],
      [429, busy, tooMany(failures.wait.one), '30'],
      [429, busy, tooMany(failures.wait.unknown)],
      [429, busy, tooMany(failures.wait.unknown), '0'],
      [429, busy, tooMany(failures.wait.unknown), 'soon'],
      [429, busy, tooMany(failures.wait.unknown), 'Wed, 25 Nov 2026 09:00:00 GMT'],
    ];
    let answer: () => Response = HttpResponse.error;
    endpointGives(() => answer());
    const user = await openFilled();
    for (const [status, body, words, retryAfter] of answers) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
      answer = () => new HttpResponse(text, { status, headers });
      const given = `${status} ${text} ${retryAfter}`;
      expect(await fail(user, given), given).toHaveTextContent(words);
    }
    expect(document.title.startsWith(`${formWords.notSent} – `)).toBe(true);
    expect(screen.queryByText(frame.notice.notSent)).not.toBeInTheDocument();
    await user.click(screen.getByText(formWords.draft.clear));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is shown even if the message has a lone surrogate', async () => {
    endpointAnswers('the store cannot be written');
    await sendNew({ message: 'Thanks \ud83d' });
    expect(await screen.findByText(including(failures.server))).toBeInTheDocument();
    expect(control('message')).toHaveValue('Thanks \ud83d');
  });

  test('of the connection says whether the message may have arrived', async () => {
    const user = await openFilled();
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    vi.mocked(AbortSignal.timeout).mockImplementationOnce(() => {
      throw new Error('An error on purpose');
    });
    expect(await fail(user, 'before the request')).toHaveTextContent(formWords.failure.outdated);

    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let isOnlineAfter = false;
    let answer = noAnswer;
    endpointGives(() => {
      online.mockReturnValue(isOnlineAfter);
      return answer();
    });
    const offline = await fail(user, 'offline');
    expect(offline).toHaveTextContent(formWords.failure.offline);
    expect(shown.mock.contexts).toContain(offline);
    expect(screen.queryByText(formWords.offline.kept)).not.toBeInTheDocument();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(offline).toHaveTextContent(formWords.failure.backOnline));

    for (const [isOnlineBefore, after] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      online.mockReturnValue(isOnlineBefore);
      isOnlineAfter = after;
      const given = `online: ${isOnlineBefore}, then ${after}`;
      const alert = await fail(user, given);
      expect(alert, given).toHaveTextContent('An error occurred, please try again in few minutes');
      expect(alert, given).toHaveTextContent(formWords.failure.mayHaveArrived);
    }
    expect(document.title).toBe(`${formWords.notConfirmed} – ${documentTitle(contactPlace)}`);
    // another text has another key
    const [alert] = screen.getAllByRole('alert');
    await user.type(control('message'), '!');
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.mayHaveArrivedBefore));
    await user.type(control('message'), '{Backspace}');
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.mayHaveArrived));

    online.mockReturnValue(false);
    isOnlineAfter = false;
    answer = () => reply('the store cannot be written');
    expect(await fail(user, 'an answer although offline')).toHaveTextContent(failures.server);
  });

  test('of the token is retried at once', async () => {
    const received = endpointGives(() => reply(received.length === 1 ? 'a token that does not match' : 'success'));
    await sendNew();
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(received).toHaveLength(2);
  });

  test('of JSON by a firewall sends the message once more as a form', async () => {
    let json = noAnswer;
    let form = noAnswer;
    const received = endpointGives(({ headers }) =>
      headers.get('Content-Type') === 'application/json' ? json() : form(),
    );
    const firewall = (status: number) => () => HttpResponse.html('<h1>Forbidden</h1>', { status });
    const requests = () => received.splice(0);
    const user = await openFilled();
    for (const status of [403, 406, 415, 501]) {
      [json, form] = [firewall(status), () => reply('the store cannot be written')];
      expect(await fail(user, `JSON: ${status}`)).toHaveTextContent(failures.server);
      const sent = requests();
      expect(sent.map(({ body }) => body)).toEqual([message, message]);
      const [asJson, asForm] = sent.map(({ headers }) => headers);
      expect(asForm?.get('Content-Type')).toMatch(/^application\/x-www-form-urlencoded/);
      for (const name of ['Accept', 'Idempotency-Key']) expect(asForm?.get(name)).toBe(asJson?.get(name));
    }

    [json, form] = [firewall(403), firewall(403)];
    await fail(user, 'JSON and the form are refused');
    expect(requests()).toHaveLength(2);

    json = () => reply('from another site, by Origin');
    await fail(user, 'the endpoint refuses');
    expect(requests()).toHaveLength(1);

    [json, form] = [firewall(406), () => reply('one field failing')];
    const alert = await fail(user, 'the endpoint refuses a field');
    expect(alert).toHaveTextContent(failures.invalid.replace('{fields}', labelOf('email')));
    expect(control('email')).toHaveFocus();
    expect(screen.queryByText(toFix('email'))).not.toBeInTheDocument();

    form = confirmation;
    await user.clear(control('email'));
    await send(user);
    await waitFor(() => expect(alert).not.toBeInTheDocument());
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
    await user.paste('zoe@example.org');
    await send(user);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(received.at(-1)?.body).toEqual({ ...message, email: 'zoe@example.org' });
  });
});

test('the signs of a spam program are the time since the page was opened and the start of the hidden field', async () => {
  const user = await openForm();
  await fill(user);
  vi.spyOn(performance, 'now').mockReturnValue(6543.21);
  const honeypot = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(screen.queryByRole('textbox', { name: formWords.form.honeypot })).toBeNull();
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  // a browser that fills it in would make a person look like a program
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
  if (honeypot) honeypot.value = 'http://spam.example/ë '.repeat(1000);
  const [sent] = await sendAndConfirm(user);
  expect(sent?.headers.get('X-Form-Elapsed')).toBe('6543');
  const trap = sent?.headers.get('X-Form-Trap');
  expect(trap).toMatch(/^http%3A%2F%2Fspam\.example%2F%C3%AB/);
  // a header length that any server accepts
  expect(trap).toHaveLength(100);
  expect(sent?.body).toEqual(message);
});
