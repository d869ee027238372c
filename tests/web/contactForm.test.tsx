import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import failures from '../../server/forms/failures.json';
import { documentTitle, phoneHref, site } from '../../src/content/site.ts';
import { formWords } from '../../src/content/words/form.ts';
import { frame } from '../../src/content/words/frame.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { answerTo, type Scenario } from '../support/answers.ts';
import { parts } from '../support/parts.ts';
import { takeConsole } from './setup.ts';
import { confirmation, endpointAnswers, endpointGives, message, REFERENCE, reply } from './support/contract.ts';
import {
  CONFIRMATION,
  connectionBreaks,
  control,
  endpointWaits,
  fill,
  including,
  isMarked,
  labelOf,
  NOT_SENT_LOGGED,
  names,
  openForm,
  original,
  requiredNames,
  send,
  sendAndConfirm,
  sendNew,
  submit,
  toFix,
  values,
} from './support/form.ts';

describe('errors', () => {
  test('are shown at a field that was left empty, and at no other', async () => {
    const user = await openForm();
    await user.click(control('name'));
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

  test('are announced at once for autofilled fields', async () => {
    await openForm();
    fireEvent.input(control('name'), { target: { value: 'B' } });
    await waitFor(() => expect(isMarked('name')).toBe(true));
  });

  test('stop an attempt to send, which is only logged', async () => {
    const user = await openForm();
    const said = new Set<string | null>();
    const observer = new MutationObserver(() => said.add(submit().textContent));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await send(user);
    await screen.findAllByText(toFix(...requiredNames));
    observer.disconnect();
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
    // never "Sending..."
    expect([...said]).toEqual([formWords.form.submit]);
  });

  test.each([
    ['name', 'A', 'Please provide your valid name.'],
    ['contactNumber', '082123456', 'Please enter a valid contact number'],
    ['subject', 'x'.repeat(201), contact.fields.subject.maxLength.message],
  ] as const)('explain what is wrong with %s %j', async (name, value, expected) => {
    await sendNew({ [name]: value });
    expect(await screen.findByText(expected)).toBeInTheDocument();
    expect(control(name)).toHaveFocus();
    const { hint = '' }: { label: string; hint?: string } = contact.fields[name];
    for (const description of [expected, hint]) {
      expect(control(name)).toHaveAccessibleDescription(expect.stringContaining(description));
    }
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
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
    await user.type(control('email'), message.email);
    await user.tab();
    await waitFor(() => expect(count).toBeEmptyDOMElement());
    expect(document.title).toBe(documentTitle(contactPlace));
    expect(takeConsole(NOT_SENT_LOGGED)).toHaveLength(1);
  });
});

test.each([
  ['name', ['text', 'text', 'given-name', null, 'false', 'next', 'auto']],
  ['email', ['email', 'email', 'email', 'none', 'false', 'next', 'auto']],
  ['contactNumber', ['tel', 'tel', 'tel', 'none', 'false', 'next', 'auto']],
  ['subject', ['text', 'text', null, null, 'true', 'next', 'auto']],
  ['message', [null, null, null, null, null, null, 'auto']],
] as const)('the field %s sets its keyboard, autofill, spelling and direction attributes', async (name, expected) => {
  await openForm();
  const attributes = [
    ...['type', 'inputmode', 'autocomplete', 'autocapitalize', 'spellcheck'],
    ...['enterkeyhint', 'dir'],
  ];
  expect(attributes.map((attribute) => control(name).getAttribute(attribute))).toEqual(expected);
});

test('an empty required field is required, and not invalid before an attempt to send', async () => {
  await openForm();
  for (const name of requiredNames) {
    expect(control(name)).toBeRequired();
    expect(control(name)).toHaveAttribute('aria-invalid', 'false');
    // screen readers hear this from the browser
    expect(control(name).validity.valid).toBe(true);
  }
});

test('Enter on a touch keyboard goes through the fields to the message, and sends nothing', async () => {
  const received = endpointAnswers('success');
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: /coarse/.test(query), media: query }));
  const user = await openForm();
  await fill(user);
  for (const [index, name] of names.slice(0, names.indexOf('message')).entries()) {
    if (!control(name).matches('input')) continue;
    control(name).focus();
    await user.keyboard('{Enter}');
    expect(control(names[index + 1] ?? name)).toHaveFocus();
  }
  await user.keyboard('{Enter}Goodbye');
  expect(control('message')).toHaveValue(`${message.message}\nGoodbye`);
  expect(received).toEqual([]);
});

test('Enter that ends the composition of a word on a touch keyboard stays in the field', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: /coarse/.test(query), media: query }));
  await openForm();
  const isLeftToTheKeyboard = (isComposing: boolean) =>
    fireEvent.keyDown(control('name'), { key: 'Enter', isComposing });
  expect(isLeftToTheKeyboard(true)).toBe(true);
  expect(isLeftToTheKeyboard(false)).toBe(false);
});

test('the contact number is rewritten when the browser fills it in', async () => {
  await openForm();
  fireEvent.input(control('contactNumber'), { target: { value: '082 123 4567' } });
  control('contactNumber').dispatchEvent(new Event('change', { bubbles: true }));
  expect(control('contactNumber')).toHaveValue('0821234567');
  await waitFor(() => expect(isMarked('contactNumber')).toBe(false));
});

describe('sending', () => {
  test('posts the six trimmed fields as JSON and shows the confirmation', async () => {
    const received = endpointGives(confirmation);
    await sendNew({ name: `  ${message.name} ` });
    expect(await screen.findByText(CONFIRMATION)).toHaveTextContent(`${CONFIRMATION} Your reference is ${REFERENCE}.`);
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toEqual(message);
    expect(received[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(received[0]?.headers.get('Accept')).toBe('application/json');
    expect(received[0]?.headers.has('X-Form-Trap')).toBe(false);
  });

  test('tells a screen reader the confirmation in a region that was there before', async () => {
    endpointAnswers('success');
    const user = await openForm();
    const region = document.querySelector(parts.lead);
    expect(region).toHaveAttribute('aria-live', 'polite');
    await fill(user);
    await send(user);
    expect((await screen.findByText(CONFIRMATION)).parentElement).toBe(region);
  });

  test('is shown, and a second press does not send again', async () => {
    const held = endpointWaits();
    const user = await sendNew();
    expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(held.received).toHaveLength(1));
    for (const name of original) expect(control(name)).toHaveAttribute('readonly');
    await send(user);
    submit().closest('form')?.requestSubmit();
    held.answer();
    await screen.findByText(CONFIRMATION);
    expect(held.received).toHaveLength(1);
    expect(screen.queryByText('Sending...')).not.toBeInTheDocument();
  });

  test.each([
    ['20 seconds', {}, 20],
    ['56 seconds, if the message has ten kilobytes', { message: 'A'.repeat(9760) }, 56],
  ])('ends after %s without an answer', async (_, changes, seconds) => {
    const late = new AbortController();
    vi.mocked(AbortSignal.timeout).mockReturnValue(late.signal);
    endpointWaits();
    await sendNew(changes);
    await screen.findByRole('button', { name: 'Sending...' });
    expect(Math.round(Number(vi.mocked(AbortSignal.timeout).mock.lastCall?.[0]) / 1000)).toBe(seconds);
    late.abort();
    expect(await screen.findByText(/^An error occurred, please try again/)).toBeInTheDocument();
  });
});

describe('a failure', () => {
  async function fail() {
    const user = await sendNew();
    const alert = await screen.findByRole('alert');
    const sentence = alert.querySelector('p')?.textContent;
    expect(values()).toEqual(message);
    expect(sentence).not.toBe('');
    expect(sentence).not.toMatch(/\b[45]\d\d\b/);
    return { alert, user };
  }

  const offersOtherWays = (alert: HTMLElement) => {
    expect(alert).not.toHaveTextContent(formWords.failure.cut);
    const hrefs = within(alert)
      .getAllByRole<HTMLAnchorElement>('link')
      .map(({ href }) => new URL(href));
    expect(hrefs.map(({ origin, pathname }) => origin + pathname)).toEqual([
      `null${phoneHref.slice('tel:'.length)}`,
      `null${site.email}`,
      ...(site.whatsApp ? [`https://wa.me/${site.whatsApp.replaceAll(/\D/g, '')}`] : []),
    ]);
    expect(hrefs[1]?.searchParams.get('subject')).toBe(message.subject);
    for (const { searchParams } of hrefs.slice(1)) {
      const text = searchParams.get('body') ?? searchParams.get('text');
      expect(text).toContain(message.message);
      expect(text).toContain("Zoë O'Brien, 0821234567");
    }
  };

  test('of the store keeps every value and offers other ways to write', async () => {
    endpointAnswers('the store cannot be written');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(failures.server);
    expect(document.title.startsWith(`${formWords.notSent} – `)).toBe(true);
    expect(screen.queryByText(frame.notice.notSent)).not.toBeInTheDocument();
    offersOtherWays(alert);
  });

  test.each<[number, object | string | null, string | RegExp]>([
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
  ])('with status %i and body %j says what to do', async (status, body, words) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    endpointGives(() => new HttpResponse(text, { status }));
    const { alert } = await fail();
    expect(alert).toHaveTextContent(words);
  });

  test('is shown even if the message has a lone surrogate', async () => {
    endpointAnswers('the store cannot be written');
    await sendNew({ message: 'Thanks \ud83d' });
    expect(await screen.findByText(including(failures.server))).toBeInTheDocument();
    expect(control('message')).toHaveValue('Thanks \ud83d');
  });

  test('before the request does not say that the message may have arrived', async () => {
    vi.mocked(AbortSignal.timeout).mockImplementation(() => {
      throw new Error('An error on purpose');
    });
    const { alert } = await fail();
    expect(alert).toHaveTextContent(formWords.failure.outdated);
    offersOtherWays(alert);
  });

  test.each([
    ['breaks', true, false],
    ['comes back', false, true],
  ])('whose connection %s meanwhile does not claim that nothing was sent', async (_, before, after) => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(before);
    endpointGives(() => {
      online.mockReturnValue(after);
      return HttpResponse.error();
    });
    const { alert } = await fail();
    expect(alert).toHaveTextContent('An error occurred, please try again in few minutes');
  });

  test('with an answer is explained even if the device reports no connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    endpointAnswers('the store cannot be written');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(failures.server);
  });

  test('without a connection says when the connection is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    connectionBreaks();
    const { alert } = await fail();
    expect(alert).toHaveTextContent(formWords.failure.offline);
    expect(screen.queryByText(formWords.offline.kept)).not.toBeInTheDocument();
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.backOnline));
  });

  test('without an answer shows the specification’s sentence', async () => {
    connectionBreaks();
    const { alert, user } = await fail();
    expect(document.title).toBe(`${formWords.notConfirmed} – ${documentTitle(contactPlace)}`);
    expect(alert).toHaveTextContent(formWords.failure.mayHaveArrived);
    expect(alert).toHaveTextContent('An error occurred, please try again in few minutes');
    offersOtherWays(alert);
    // another text has another key
    await user.type(control('message'), ' And more.');
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.mayHaveArrivedBefore));
    await user.type(control('message'), '{Backspace>10/}');
    await waitFor(() => expect(alert).toHaveTextContent(formWords.failure.mayHaveArrived));
  });

  const more = (minutes: number) => failures.wait.more.replace('{minutes}', String(minutes));

  test.each([
    ['90', more(2)],
    ['30', failures.wait.one],
    [undefined, failures.wait.unknown],
    ['0', failures.wait.unknown],
    ['soon', failures.wait.unknown],
    ['Wed, 25 Nov 2026 09:00:00 GMT', failures.wait.unknown],
  ] as const)('for too many messages, Retry-After %s, says when to try again', async (seconds, words) => {
    const headers = seconds === undefined ? {} : { 'Retry-After': seconds };
    endpointGives(() => HttpResponse.json({ code: 'too_many_requests' }, { status: 429, headers }));
    const { alert } = await fail();
    expect(alert).toHaveTextContent(failures.tooMany.replace('{wait}', words));
  });

  test('of the token is retried at once', async () => {
    const received = endpointGives(() => reply(received.length === 1 ? 'a token that does not match' : 'success'));
    await sendNew();
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(received).toHaveLength(2);
  });

  /** Refuses JSON as a host's firewall does. */
  const firewallRefuses = (status: number, formsGet: Scenario) =>
    endpointGives(({ headers }) =>
      headers.get('Content-Type') === 'application/json'
        ? HttpResponse.html('<h1>Forbidden</h1>', { status })
        : reply(formsGet),
    );

  test.each([403, 406, 415, 501])(
    'of JSON by a firewall with %i sends the message once more as a form',
    async (status) => {
      const received = firewallRefuses(status, 'success');
      await sendNew();
      expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
      expect(received.map(({ body }) => body)).toEqual([message, message]);
      const [asJson, asForm] = received.map(({ headers }) => headers);
      expect(asForm?.get('Content-Type')).toMatch(/^application\/x-www-form-urlencoded/);
      for (const name of ['Accept', 'Idempotency-Key']) expect(asForm?.get(name)).toBe(asJson?.get(name));
    },
  );

  test("of a field in such a form is shown at the field, as the endpoint's own is", async () => {
    firewallRefuses(406, 'one field failing');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(failures.invalid.replace('{fields}', labelOf('email')));
    expect(control('email')).toHaveFocus();
  });

  test.each([
    ['of the endpoint itself is not sent again as a form', () => reply('from another site, by Origin'), 1],
    ['of JSON and of forms is explained once', () => HttpResponse.html('<h1>Forbidden</h1>', { status: 403 }), 2],
  ])('%s', async (_, answer, times) => {
    const received = endpointGives(answer);
    const { alert } = await fail();
    offersOtherWays(alert);
    expect(received).toHaveLength(times);
  });
});

test('the signs of a spam program are the time since the page was opened and the start of the hidden field', async () => {
  const user = await openForm();
  await fill(user);
  vi.spyOn(performance, 'now').mockReturnValue(6543.21);
  const honeypot = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(screen.queryByRole('textbox', { name: formWords.form.honeypot })).toBeNull();
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  if (honeypot) honeypot.value = 'http://spam.example/ë '.repeat(1000);
  const [sent] = await sendAndConfirm(user);
  expect(sent?.headers.get('X-Form-Elapsed')).toBe('6543');
  const trap = sent?.headers.get('X-Form-Trap');
  expect(trap).toMatch(/^http%3A%2F%2Fspam\.example%2F%C3%AB/);
  // a header length that any server accepts
  expect(trap).toHaveLength(100);
  expect(sent?.body).toEqual(message);
});
