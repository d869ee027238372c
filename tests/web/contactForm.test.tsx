import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { takeConsole } from './setup.ts';
import { ADDRESS, answerOf, endpointAnswers, message } from './support/contract.ts';
import { visit } from './support/render.tsx';
import { server } from './support/server.ts';

const labels = {
  name: 'Name',
  surname: 'Surname',
  email: 'Email address',
  contactNumber: 'Contact number',
  subject: 'Subject',
  message: 'Message',
} as const;

type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];

/** Messages to the letter, as the firm gave them (spec section 4). */
const PROVIDE: Record<Name, string> = {
  name: 'Please provide your name.',
  surname: 'Please provide your surname.',
  email: 'Please provide your email address.',
  contactNumber: 'Please provide your contact number',
  subject: 'Please provide a subject.',
  message: 'Please provide your message.',
};

const TOKEN_REFUSED = 'a token that does not match';

const control = (name: Name) => screen.getByLabelText<HTMLInputElement>(labels[name]);
const submit = () => screen.getByRole('button', { name: /^Send(?:ing\.\.\.| message)$/ });
const isMarked = (name: Name) => control(name).getAttribute('aria-invalid') === 'true';
const values = () => Object.fromEntries(names.map((name) => [name, control(name).value]));

async function openForm(): Promise<UserEvent> {
  const user = await visit('/public/contact-us');
  await screen.findByLabelText(labels.name);
  return user;
}

async function fill(user: UserEvent, changes: Partial<Record<Name, string>> = {}) {
  for (const name of names) {
    await user.click(control(name));
    await user.paste({ ...message, ...changes }[name]);
  }
}

async function send(user: UserEvent) {
  await user.click(submit());
}

/** Lets the endpoint take the message and say nothing until it is told to answer. */
function endpointWaits() {
  const held = { requests: 0, answer: () => {} };
  server.use(
    http.post(ADDRESS, async () => {
      held.requests += 1;
      await new Promise<void>((resolve) => {
        held.answer = resolve;
      });
      return HttpResponse.json(answerOf('success').body);
    }),
  );
  return held;
}

describe('errors', () => {
  test('do not show while nothing was touched', async () => {
    await openForm();
    for (const name of names) {
      expect(isMarked(name)).toBe(false);
      expect(screen.queryByText(PROVIDE[name])).not.toBeInTheDocument();
    }
  });

  test('show on a field that was left empty, and on no other', async () => {
    const user = await openForm();
    await user.click(control('name'));
    await user.tab();
    expect(await screen.findByText(PROVIDE.name)).toBeInTheDocument();
    expect(isMarked('name')).toBe(true);
    expect(control('name')).toHaveAccessibleDescription(PROVIDE.name);
    expect(screen.queryByText(PROVIDE.surname)).not.toBeInTheDocument();
  });

  test('show on a field while it is typed into, and go once it is right', async () => {
    const user = await openForm();
    await user.type(control('name'), 'B');
    expect(await screen.findByText('Please provide your valid name.')).toBeInTheDocument();
    await user.type(control('name'), 'o');
    await waitFor(() => expect(isMarked('name')).toBe(false));
    await user.clear(control('name'));
    expect(await screen.findByText(PROVIDE.name)).toBeInTheDocument();
  });

  test('show on every field after an attempt to send, which is only logged', async () => {
    const user = await openForm();
    await send(user);
    for (const name of names) expect(await screen.findByText(PROVIDE[name])).toBeInTheDocument();
    expect(control('name')).toHaveFocus();
    expect(takeConsole(/^info: The enquiry was not sent/)).toHaveLength(1);
  });

  test.each([
    ['name', 'A', 'Please provide your valid name.'],
    ['surname', 'O-', 'Please provide your valid surname.'],
    ['email', 'zoe@example', 'Please provide your valid email address.'],
    ['contactNumber', '0691234567', 'Please enter a valid contact number'],
    ['contactNumber', '082123456', 'Please enter a valid contact number'],
    ['subject', 'x'.repeat(201), 'Please keep the subject to 200 characters or fewer.'],
  ] as const)('say what is wrong with %s %j', async (name, value, expected) => {
    const user = await openForm();
    await fill(user, { [name]: value });
    await send(user);
    expect(await screen.findByText(expected)).toBeInTheDocument();
    expect(control(name)).toHaveFocus();
    expect(takeConsole(/^info: The enquiry was not sent/)).toHaveLength(1);
  });

  test('leave the hint in the description of the contact number', async () => {
    const user = await openForm();
    await user.type(control('contactNumber'), '1');
    await waitFor(() =>
      expect(control('contactNumber')).toHaveAccessibleDescription(
        /ten digits.*Please enter a valid contact number/,
      ),
    );
  });
});

describe('the contact number', () => {
  test('is rewritten to ten digits, visibly, when its field is left', async () => {
    const user = await openForm();
    await user.type(control('contactNumber'), '+27 82 123 4567');
    await user.tab();
    expect(control('contactNumber')).toHaveValue('0821234567');
    await waitFor(() => expect(isMarked('contactNumber')).toBe(false));
  });

  test('is rewritten when the browser fills it in without visiting it', async () => {
    await openForm();
    fireEvent.input(control('contactNumber'), { target: { value: '082 123 4567' } });
    control('contactNumber').dispatchEvent(new Event('change', { bubbles: true }));
    expect(control('contactNumber')).toHaveValue('0821234567');
    await waitFor(() => expect(isMarked('contactNumber')).toBe(false));
  });

  test('is rewritten when Enter sends the form from its field', async () => {
    const received = endpointAnswers('success');
    const user = await openForm();
    await fill(user, { contactNumber: '' });
    await user.type(control('contactNumber'), '082 123 4567{Enter}');
    await screen.findByText(/^Thank you for your message/);
    expect(received).toMatchObject([{ body: { contactNumber: '0821234567' } }]);
  });
});

describe('sending', () => {
  test('posts the six fields as JSON, trimmed, and confirms', async () => {
    const received = endpointAnswers('success', { 'Enquiry-Reference': 'ABCDE-12345' });
    const user = await openForm();
    await fill(user, { name: `  ${message.name} ` });
    await send(user);
    const text = 'Thank you for your message. Our sales representative will contact you shortly.';
    const confirmation = (await screen.findByText(text)).closest<HTMLElement>('[role=status]');
    expect(confirmation).toHaveFocus();
    expect(confirmation).toHaveTextContent('ABCDE-12345');
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toEqual(message);
    expect(received[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(received[0]?.headers.get('Accept')).toBe('application/json');
  });

  test('then offers an empty, untouched form for another message', async () => {
    endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    await send(user);
    await user.click(await screen.findByRole('button', { name: 'Write another message' }));
    expect(control('name')).toHaveFocus();
    for (const name of names) {
      expect(control(name)).toHaveValue('');
      expect(isMarked(name)).toBe(false);
    }
  });

  test('says so meanwhile, and does not send twice', async () => {
    const held = endpointWaits();
    const user = await openForm();
    await fill(user);
    await send(user);
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeInTheDocument();
    await waitFor(() => expect(held.requests).toBe(1));
    for (const name of names) expect(control(name)).toHaveAttribute('readonly');
    await send(user);
    submit().closest('form')?.requestSubmit();
    held.answer();
    await screen.findByText(/^Thank you for your message/);
    expect(held.requests).toBe(1);
    expect(screen.queryByText('Sending...')).not.toBeInTheDocument();
  });
});

describe('the confirmation', () => {
  const CONFIRMATION = /^Thank you for your message/;

  test('stays over a reload, with its reference, until another message is asked for', async () => {
    endpointAnswers('success', { 'Enquiry-Reference': 'ABCDE-12345' });
    const user = await openForm();
    await fill(user);
    await send(user);
    await screen.findByText(CONFIRMATION);
    cleanup();
    const userAfterReload = await visit('/public/contact-us');
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.getByText('ABCDE-12345')).toBeInTheDocument();
    await userAfterReload.click(screen.getByRole('button', { name: 'Write another message' }));
    for (const name of names) expect(control(name)).toHaveValue('');
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('waits for a visitor who had left the page before the answer came', async () => {
    const held = endpointWaits();
    const user = await openForm();
    await fill(user);
    await send(user);
    await screen.findByRole('button', { name: 'Sending...' });
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(menu.getByRole('link', { name: 'About us' }));
    await screen.findByRole('heading', { level: 1, name: 'About us' });
    held.answer();
    await waitFor(() => expect(window.localStorage).toHaveLength(0));
    await user.click(menu.getByRole('link', { name: 'Contact us' }));
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
  });
});

describe('a failure', () => {
  async function fail() {
    const user = await openForm();
    await fill(user);
    await send(user);
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).not.toBeEmptyDOMElement());
    expect(values()).toEqual(message);
    expect(alert).not.toHaveTextContent(/\b[45]\d\d\b/);
    return { alert, user };
  }

  const offersOtherWays = (alert: HTMLElement) => {
    const hrefs = within(alert)
      .getAllByRole<HTMLAnchorElement>('link')
      .map(({ href }) => new URL(href));
    expect(hrefs.map(({ origin, pathname }) => origin + pathname)).toEqual([
      'null+27210000000',
      'nullhello@kokerboom.example',
      'https://wa.me/27210000000',
    ]);
    expect(hrefs[1]?.searchParams.get('subject')).toBe(message.subject);
    for (const text of [hrefs[1]?.searchParams.get('body'), hrefs[2]?.searchParams.get('text')]) {
      expect(text).toContain(message.message);
      expect(text).toContain("Zoë O'Brien, 0821234567");
    }
  };

  test('of the store keeps every value and offers other ways', async () => {
    endpointAnswers('the store cannot be written');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/was not sent: our server has a problem/);
    offersOtherWays(alert);
  });

  test('is told though the message holds half an emoji, which no link can', async () => {
    endpointAnswers('the store cannot be written');
    const user = await openForm();
    await fill(user, { message: 'Thanks \ud83d' });
    await send(user);
    expect(await screen.findByText(/our server has a problem/)).toBeInTheDocument();
    expect(control('message')).toHaveValue('Thanks \ud83d');
  });

  test('of our own is told the same way', async () => {
    endpointAnswers('a fault of our own');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/was not sent: our server has a problem/);
  });

  test('of something between us and the endpoint does not say that nothing was sent', async () => {
    server.use(http.post(ADDRESS, () => new HttpResponse('Bad gateway', { status: 502 })));
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/We cannot tell whether your message arrived/);
  });

  test('to get any answer shows the firm’s sentence', async () => {
    server.use(http.post(ADDRESS, () => HttpResponse.error()));
    const { alert } = await fail();
    expect(alert).toHaveTextContent('An error occurred, please try again in few minutes');
    offersOtherWays(alert);
  });

  test('is what any other answer counts as', async () => {
    server.use(http.post(ADDRESS, () => HttpResponse.json({ status: 'queued' })));
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/We cannot tell whether your message arrived/);
  });

  test('is what an answer that is not JSON counts as', async () => {
    server.use(http.post(ADDRESS, () => HttpResponse.html('<h1>Welcome to your host</h1>')));
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/We cannot tell whether your message arrived/);
  });

  test('of a field, found by the endpoint, shows at the field', async () => {
    endpointAnswers('one field failing');
    const { alert, user } = await fail();
    expect(alert).toHaveTextContent(/correct the marked fields/);
    expect(control('email')).toHaveAccessibleDescription(
      'Please provide your valid email address.',
    );
    expect(control('email')).toHaveFocus();
    await user.click(control('subject'));
    expect(isMarked('email')).toBe(true);
    await user.type(control('email'), 'x');
    await waitFor(() => expect(isMarked('email')).toBe(false));
  });

  test.each([
    ['90', 'in 2 minutes'],
    ['30', 'in a minute'],
    [undefined, 'in a few minutes'],
  ])('for too many messages, Retry-After %s, says when to try again', async (seconds, wait) => {
    server.use(
      http.post(ADDRESS, () =>
        HttpResponse.json(
          { status: 'error', code: 'too_many_requests', message: '' },
          { status: 429, headers: seconds === undefined ? {} : { 'Retry-After': seconds } },
        ),
      ),
    );
    const { alert } = await fail();
    expect(alert).toHaveTextContent(`Please try again ${wait}.`);
  });

  test('of the token alone is tried again at once', async () => {
    let requests = 0;
    server.use(
      http.post(ADDRESS, () => {
        requests += 1;
        const { body, status } = answerOf(requests === 1 ? TOKEN_REFUSED : 'success');
        return HttpResponse.json(body, { status });
      }),
    );
    const user = await openForm();
    await fill(user);
    await send(user);
    expect(await screen.findByText(/^Thank you for your message/)).toBeInTheDocument();
    expect(requests).toBe(2);
  });

  test('can be followed by a success', async () => {
    endpointAnswers('the store cannot be written');
    const { user } = await fail();
    endpointAnswers('success');
    await send(user);
    expect(await screen.findByText(/^Thank you for your message/)).toBeInTheDocument();
  });
});

describe('the key of a message', () => {
  const keys = (received: { headers: Headers }[]) =>
    received.map(({ headers }) => headers.get('Idempotency-Key'));

  test('stays the same when the same message is sent again', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(/our server has a problem/);
    const second = endpointAnswers('success');
    await send(user);
    await screen.findByText(/^Thank you for your message/);
    expect(keys(first)[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys(second)).toEqual(keys(first));
  });

  test('stays the same over a reload', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(/our server has a problem/);
    cleanup();
    const second = endpointAnswers('success');
    const userAfterReload = await openForm();
    await send(userAfterReload);
    await screen.findByText(/^Thank you for your message/);
    expect(keys(second)).toEqual(keys(first));
    // nobody knows how long a draft was in the making
    expect(second[0]?.headers.has('X-Form-Elapsed')).toBe(false);
  });

  test('is a new one once anything was changed, or sent', async () => {
    const user = await openForm();
    const first = endpointAnswers('a fault of our own');
    await fill(user);
    await send(user);
    await screen.findByText(/our server has a problem/);
    const second = endpointAnswers('success');
    await user.type(control('message'), ' And more.');
    await send(user);
    await user.click(await screen.findByRole('button', { name: 'Write another message' }));
    await fill(user);
    await send(user);
    await screen.findByText(/^Thank you for your message/);
    expect(new Set([...keys(first), ...keys(second)]).size).toBe(3);
  });
});

describe('the draft', () => {
  const reload = async () => {
    cleanup();
    return openForm();
  };

  test('survives a reload, is said to be one, and shows no errors', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    await user.type(control('message'), 'Half a sentence');
    await reload();
    await waitFor(() => expect(control('message')).toHaveValue('Half a sentence'));
    expect(control('name')).toHaveValue('Ng');
    expect(screen.getByText(/It was kept on this device/)).toBeInTheDocument();
    for (const name of names) expect(isMarked(name)).toBe(false);
  });

  test('is cleared by the visitor', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    const userAfterReload = await reload();
    await userAfterReload.click(await screen.findByRole('button', { name: 'Clear the form' }));
    expect(control('name')).toHaveValue('');
    expect(control('name')).toHaveFocus();
    expect(window.localStorage).toHaveLength(0);
  });

  test('is gone once the message was sent', async () => {
    endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    expect(window.localStorage).toHaveLength(1);
    await send(user);
    await screen.findByText(/^Thank you for your message/);
    expect(window.localStorage).toHaveLength(0);
  });

  test('of another tab stays when this one’s message was sent', async () => {
    const user = await openForm();
    await fill(user);
    const values = { ...message, message: 'Typed in another tab' };
    server.use(
      http.post(ADDRESS, () => {
        window.localStorage.setItem(
          'contact-draft',
          JSON.stringify({ values, savedAt: Date.now() }),
        );
        return HttpResponse.json(answerOf('success').body);
      }),
    );
    await send(user);
    await user.click(await screen.findByRole('button', { name: 'Write another message' }));
    expect(control('message')).toHaveValue('Typed in another tab');
  });

  test('says that the message may have arrived where the answer was lost', async () => {
    server.use(http.post(ADDRESS, () => HttpResponse.error()));
    const user = await openForm();
    await fill(user);
    await send(user);
    await screen.findByText(/^An error occurred/);
    await reload();
    expect(await screen.findByText(/We cannot tell whether it arrived/)).toBeInTheDocument();
    await user.type(control('message'), ' And more.');
    await reload();
    expect(await screen.findByText(/was not sent/)).toBeInTheDocument();
  });

  test('is forgotten after a week', async () => {
    const user = await openForm();
    await user.type(control('name'), 'Ng');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * 60 * 60 * 1000);
    await reload();
    expect(control('name')).toHaveValue('');
    expect(window.localStorage).toHaveLength(0);
  });

  test('is done without where storage is blocked', async () => {
    vi.stubGlobal('localStorage', undefined);
    const user = await openForm();
    endpointAnswers('success');
    await fill(user);
    await send(user);
    expect(await screen.findByText(/^Thank you for your message/)).toBeInTheDocument();
  });
});

describe('what tells a person from a machine', () => {
  test('is how long the form was open, and the field that people do not see', async () => {
    const received = endpointAnswers('success');
    const user = await openForm();
    await fill(user);
    const trap = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(screen.queryByRole('textbox', { name: 'Leave this field empty' })).toBeNull();
    expect(trap).toHaveAttribute('tabindex', '-1');
    if (trap) trap.value = 'http://spam.example/ë';
    await send(user);
    await screen.findByText(/^Thank you for your message/);
    expect(received[0]?.headers.get('X-Form-Elapsed')).toMatch(/^\d+$/);
    expect(received[0]?.headers.get('X-Form-Trap')).toBe('http%3A%2F%2Fspam.example%2F%C3%AB');
    expect(received[0]?.body).toEqual(message);
  });
});
