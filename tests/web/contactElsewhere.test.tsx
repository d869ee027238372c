import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type menu, routes } from '../../src/routes.ts';
import { endpointAnswers, message } from './support/contract.ts';
import {
  CONFIRMATION,
  control,
  endpointWaits,
  fill,
  names,
  openForm,
  send,
  values,
} from './support/form.ts';
import { visit } from './support/render.tsx';

const REFERENCE = 'ABCDE-12345';

const header = () => within(screen.getByRole('navigation', { name: 'Main' }));

async function goTo(user: UserEvent, route: (typeof menu)[number]) {
  await user.click(header().getByRole('link', { name: route.label }));
  await screen.findByRole('heading', { level: 1, name: route.title });
}

/** Sends a message, and goes to another page while there is no answer. */
async function sendAndLeave() {
  const held = endpointWaits(REFERENCE);
  const user = await openForm();
  await fill(user);
  await send(user);
  await waitFor(() => expect(held.requests).toBe(1));
  await goTo(user, routes.aboutUs);
  return { held, user };
}

const notice = async (text: string | RegExp) => {
  const status = (await screen.findByText(text)).closest<HTMLElement>('[role=status]');
  if (status === null) throw new Error('What was said is no status.');
  return within(status);
};

describe('a visitor who left the page before the answer came', () => {
  test('is told that the message was sent, and finds the confirmation', async () => {
    const { held, user } = await sendAndLeave();
    held.answer();
    const { getByText, getByRole } = await notice(/^Your message was sent\./);
    expect(getByText(REFERENCE)).toBeInTheDocument();
    await user.click(getByRole('link', { name: 'What happens next' }));
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.queryByText(/^Your message was sent\./)).not.toBeInTheDocument();
    expect(window.localStorage).toHaveLength(0);
  });

  test('is told that it was not, and finds what was typed and why', async () => {
    const { held, user } = await sendAndLeave();
    held.fail();
    const { getByRole } = await notice('We cannot tell whether your message arrived.');
    await user.click(getByRole('link', { name: 'Back to your message' }));
    await waitFor(() => expect(values()).toEqual(message));
    expect(screen.getByRole('alert')).toHaveTextContent(/^An error occurred/);
    expect(screen.queryByText('Back to your message')).not.toBeInTheDocument();
  });

  test('can dismiss what is said', async () => {
    const { held, user } = await sendAndLeave();
    held.answer();
    const { getByRole } = await notice(/^Your message was sent\./);
    await user.click(getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Your message was sent\./)).not.toBeInTheDocument();
    await goTo(user, routes.contactUs);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
  });

  test('and comes back, is told that it is on its way, and then that it was sent', async () => {
    const { held, user } = await sendAndLeave();
    await goTo(user, routes.contactUs);
    expect(await screen.findByText(/It is being sent\./)).toBeInTheDocument();
    await send(user);
    held.answer();
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    // the same text was on its way already
    expect(held.requests).toBe(1);
  });

  test('and comes back and changes it, keeps what was changed', async () => {
    const { held, user } = await sendAndLeave();
    await goTo(user, routes.contactUs);
    await waitFor(() => expect(values()).toEqual(message));
    await user.type(control('message'), ' And more.');
    held.answer();
    const { getByText } = await notice(/^Your message was sent as it was/);
    expect(getByText(REFERENCE)).toBeInTheDocument();
    expect(control('message')).toHaveValue(`${message.message} And more.`);
    await openForm();
    await waitFor(() => expect(control('message')).toHaveValue(`${message.message} And more.`));
    const received = endpointAnswers('success');
    await send(user);
    await screen.findByText(CONFIRMATION);
    // its visitor knows that the first one arrived, so this is another
    expect(received[0]?.headers.has('X-Form-Replaces')).toBe(false);
  });

  test('and changes it and leaves again, keeps what was changed', async () => {
    const { held, user } = await sendAndLeave();
    await goTo(user, routes.contactUs);
    await waitFor(() => expect(values()).toEqual(message));
    await user.type(control('message'), ' And more.');
    await goTo(user, routes.services);
    held.answer();
    await notice(/^Your message was sent as it was/);
    await goTo(user, routes.contactUs);
    await waitFor(() => expect(control('message')).toHaveValue(`${message.message} And more.`));
  });

  test('and comes back and clears it away, is taken for nobody who changes it', async () => {
    const { held, user } = await sendAndLeave();
    await goTo(user, routes.contactUs);
    await user.click(await screen.findByRole('button', { name: 'Clear the form' }));
    await fill(user, { message: 'Something else' });
    held.fail();
    await screen.findByText(/^An error occurred/);
    const received = endpointAnswers('success');
    await send(user);
    await screen.findByText(CONFIRMATION);
    expect(received[0]?.headers.has('X-Form-Replaces')).toBe(false);
  });

  test('finds at their fields what the endpoint found wrong meanwhile', async () => {
    const user = await openForm();
    await fill(user);
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    endpointAnswers('one field failing', {}, late);
    await send(user);
    await goTo(user, routes.aboutUs);
    answer();
    const { getByRole } = await notice('Your message was not sent.');
    await user.click(getByRole('link', { name: 'Back to your message' }));
    expect(await screen.findByText('Please provide your valid email address.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('the confirmation', () => {
  async function sendOne() {
    endpointAnswers('success', { 'Enquiry-Reference': REFERENCE });
    const user = await openForm();
    await fill(user);
    await send(user);
    await screen.findByText(CONFIRMATION);
    return user;
  }

  test('stays over a reload, with its reference, until another message is asked for', async () => {
    await sendOne();
    const user = await visit(routes.contactUs.path);
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
    expect(screen.getByText(REFERENCE)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Write another message' }));
    for (const name of names) expect(control(name)).toHaveValue('');
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('takes the focus when it comes, and never again', async () => {
    const user = await sendOne();
    const confirmation = () => screen.getByText(CONFIRMATION).closest('[role=status]');
    expect(confirmation()).toHaveFocus();
    await goTo(user, routes.aboutUs);
    const focused: EventTarget[] = [];
    const note = ({ target }: FocusEvent) => target && focused.push(target);
    document.addEventListener('focusin', note);
    await goTo(user, routes.contactUs);
    await screen.findByText(CONFIRMATION);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    document.removeEventListener('focusin', note);
    // not even on the way to the heading: the view would jump
    expect(focused).not.toContain(confirmation());
    await visit(routes.contactUs.path);
    await screen.findByText(CONFIRMATION);
    expect(document.body).toHaveFocus();
  });
});
