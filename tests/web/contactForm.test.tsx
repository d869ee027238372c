import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
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

const control = (name: Name) => screen.getByLabelText<HTMLInputElement>(labels[name]);
const submit = () => screen.getByRole('button', { name: 'Send message' });
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
    let answer = () => {};
    let requests = 0;
    server.use(
      http.post(ADDRESS, async () => {
        requests += 1;
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json(answerOf('success').body);
      }),
    );
    const user = await openForm();
    await fill(user);
    await send(user);
    expect(await screen.findByText('Sending...')).toBeInTheDocument();
    await waitFor(() => expect(requests).toBe(1));
    await send(user);
    answer();
    await screen.findByText(/^Thank you for your message/);
    expect(requests).toBe(1);
    expect(screen.queryByText('Sending...')).not.toBeInTheDocument();
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
    expect(within(alert).getByRole('link', { name: '+27 21 000 0000' })).toHaveAttribute(
      'href',
      'tel:+27210000000',
    );
    expect(within(alert).getByRole('link', { name: 'hello@kokerboom.example' })).toHaveAttribute(
      'href',
      'mailto:hello@kokerboom.example',
    );
  };

  test('of the store keeps every value and offers other ways', async () => {
    endpointAnswers('the store cannot be written');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/was not sent: our server has a problem/);
    offersOtherWays(alert);
  });

  test('of our own is told the same way', async () => {
    endpointAnswers('a fault of our own');
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/was not sent: our server has a problem/);
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
    const { alert } = await fail();
    expect(alert).toHaveTextContent(/correct the marked fields/);
    expect(control('email')).toHaveAccessibleDescription(
      'Please provide your valid email address.',
    );
    expect(control('email')).toHaveFocus();
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

  test('can be followed by a success', async () => {
    endpointAnswers('the store cannot be written');
    const { user } = await fail();
    endpointAnswers('success');
    await send(user);
    expect(await screen.findByText(/^Thank you for your message/)).toBeInTheDocument();
  });
});
