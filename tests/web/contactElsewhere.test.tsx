import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { services } from '#identity/services.ts';
import contact from '../../server/forms/contact/form.json';
import { pathToAsk } from '../../src/content/pathToAsk.ts';
import { formWords } from '../../src/content/words/form.ts';
import { frame } from '../../src/content/words/frame.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import privacyPlace from '../../src/pages/privacy/place.ts';
import { elsewhere, placeOf } from '../support/places.ts';
import { confirmation, endpointGives, message, REFERENCE, reply } from './support/contract.ts';
import {
  askForAnother,
  CONFIRMATION,
  connectionBreaks,
  control,
  endpointWaits,
  fill,
  goTo,
  including,
  menu,
  names,
  noAnswer,
  openForm,
  requiredNames,
  send,
  sendNew,
  storeDraft,
  values,
} from './support/form.ts';
import { visit } from './support/render.tsx';

async function sendAndLeave(gives?: () => Response) {
  const { received, answer } = endpointWaits(gives);
  const user = await sendNew();
  await waitFor(() => expect(received).toHaveLength(1));
  await goTo(user, elsewhere);
  return { answer, user };
}

async function comeBack(user: UserEvent) {
  await goTo(user, contactPlace);
  await waitFor(() => expect(values()).toEqual(message));
}

const notice = async (text: string) => {
  const status = (await screen.findByText(including(text))).closest<HTMLElement>('[role=status]');
  if (status === null) throw new Error('What was said is no status.');
  return within(status);
};

describe('a visitor who left the form before the answer', () => {
  test('sees that it was not sent, and finds the text and the reason', async () => {
    const { answer, user } = await sendAndLeave(noAnswer);
    answer();
    const { getByRole } = await notice(frame.notice.unknown);
    await user.click(getByRole('link', { name: frame.notice.back }));
    await waitFor(() => expect(values()).toEqual(message));
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(/^An error occurred/);
    expect(alert).toHaveTextContent(formWords.failure.mayHaveArrived);
    expect(within(alert).getAllByRole('link')[0]).toHaveTextContent(frame.details.phone);
    expect(screen.queryByText(frame.notice.back)).not.toBeInTheDocument();
  });

  test('can dismiss the notice', async () => {
    const { answer, user } = await sendAndLeave();
    answer();
    const { getByRole } = await notice(frame.notice.sent);
    await user.click(getByRole('button', { name: frame.notice.close }));
    expect(screen.queryByText(including(frame.notice.sent))).not.toBeInTheDocument();
    // the focus was on the button
    expect(screen.getByRole('main')).toHaveFocus();
    await user.click(menu().getByText(contactPlace.label));
    expect(await screen.findByText(CONFIRMATION)).toBeInTheDocument();
  });

  test('comes back and changes it: the changes stay', async () => {
    const { answer, user } = await sendAndLeave();
    await comeBack(user);
    await user.type(control('message'), ' And more.');
    answer();
    const { getByText, queryByRole } = await notice(frame.notice.sentBefore);
    expect(queryByRole('link')).not.toBeInTheDocument();
    expect(getByText(REFERENCE)).toBeInTheDocument();
    // the form does not repeat it
    expect(screen.getAllByText(REFERENCE)).toHaveLength(1);
    expect(control('message')).toHaveValue(`${message.message} And more.`);
    await openForm();
    // beside the notice of a draft that was not sent
    expect(screen.getByText(including(formWords.previous))).toHaveTextContent(REFERENCE);
    expect(screen.queryByText(including(frame.notice.sent))).not.toBeInTheDocument();
    await waitFor(() => expect(control('message')).toHaveValue(`${message.message} And more.`));
  });

  test('loads another page and sees that the outcome is unknown', async () => {
    await sendAndLeave();
    const user = await visit(privacyPlace.path);
    const { getByRole } = await notice(frame.notice.unknown);
    await user.click(getByRole('link', { name: frame.notice.back }));
    expect(await screen.findByText(including(formWords.draft.mayHaveArrived))).toBeInTheDocument();
    await visit(privacyPlace.path);
    expect(screen.queryByText(frame.notice.back)).not.toBeInTheDocument();
  });

  test("finds the endpoint's errors at their fields", async () => {
    const { answer, user } = await sendAndLeave(() => reply('one field failing'));
    answer();
    const { getByRole } = await notice(frame.notice.notSent);
    await user.click(getByRole('link', { name: frame.notice.back }));
    expect(await screen.findByText('Please provide your valid email address.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

test('a visitor who comes back from another page finds the typed text, even without storage', async () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  const user = await openForm();
  await fill(user);
  await goTo(user, elsewhere);
  await comeBack(user);
  expect(screen.getByText(including(`${formWords.draft.restored} ${formWords.draft.onlyHere}`))).toBeVisible();
  // the room for the notice, which would stand on the form (EnquiryForm.css)
  expect(document.documentElement).toHaveAttribute('data-draft');
});

const servicesPlace = placeOf('services');

describe.skipIf(servicesPlace === undefined)('the subject from a link', () => {
  const [first, second, third] = services;

  async function askAbout(user: UserEvent, { name }: { readonly name: string }) {
    if (servicesPlace) await goTo(user, servicesPlace);
    const link = [...document.links].find((each) => each.getAttribute('href') === pathToAsk(name));
    await user.click(link ?? expect.unreachable(`No link asks about ${name}.`));
    await waitFor(() => control('subject'));
  }

  const hasSubject = (subject: string) => waitFor(() => expect(control('subject')).toHaveValue(subject));

  /** In the form beside the reference of the message that was sent before. */
  async function hasSubjectAlone(subject: string) {
    await hasSubject(subject);
    expect(values()).toEqual({ ...Object.fromEntries(requiredNames.map((name) => [name, ''])), subject });
    expect(screen.getByText(including(formWords.previous))).toHaveTextContent(REFERENCE);
  }

  test('fills in an empty form after a message was sent', async () => {
    endpointGives(confirmation);
    const user = await sendNew();
    await screen.findByText(CONFIRMATION);
    await askAbout(user, first);
    await hasSubjectAlone(first.name);
    await askAbout(user, second);
    await hasSubjectAlone(second.name);
    // with a subject of a message that was sent, too
    await fill(user, { subject: '' });
    await send(user);
    await screen.findByText(CONFIRMATION);
    await askAbout(user, second);
    await hasSubjectAlone(second.name);
  });

  test('fills in the form for another message, if the confirmation was shown again', async () => {
    endpointGives(confirmation);
    await sendNew();
    await screen.findByText(CONFIRMATION);
    const subject = 'R&D + 100 % #1';
    const user = await visit(pathToAsk(subject));
    expect(screen.getByText(CONFIRMATION)).toBeInTheDocument();
    await askForAnother(user);
    await hasSubjectAlone(subject);
  });

  test('is cleared with the form, for the next visit, too, and comes back with Undo', async () => {
    storeDraft({ name: 'Zoë' });
    const user = await openForm();
    await askAbout(user, first);
    await hasSubject(first.name);
    await user.click(screen.getByRole('button', { name: formWords.draft.clear }));
    await waitFor(() => expect(control('subject')).toHaveValue(''));
    await user.click(screen.getByRole('button', { name: formWords.draft.undo }));
    await hasSubject(first.name);
    await user.click(screen.getByRole('button', { name: formWords.draft.clear }));
    const { pathname, search } = window.location;
    await visit(pathname + search);
    expect(control('subject')).toHaveValue('');
  });

  test('follows the next link, and stays once the visitor has typed it', async () => {
    const user = await openForm();
    await askAbout(user, first);
    await user.type(control('name'), 'Zoë');
    await askAbout(user, second);
    await hasSubject(second.name);
    expect(control('name')).toHaveValue('Zoë');
    await openForm();
    await hasSubject(second.name);
    const userAfterReload = await openForm();
    await askAbout(userAfterReload, third);
    await hasSubject(third.name);
    await userAfterReload.type(control('subject'), '!');
    await askAbout(userAfterReload, first);
    await hasSubject(`${third.name}!`);
  });

  test('stays if the message was sent with it', async () => {
    connectionBreaks();
    storeDraft({ ...message, subject: '' });
    const user = await openForm();
    await askAbout(user, first);
    await hasSubject(first.name);
    await send(user);
    await screen.findByText(/^An error occurred/);
    await askAbout(user, second);
    await hasSubject(first.name);
  });
});

describe('the confirmation', () => {
  async function sendOne() {
    endpointGives(confirmation);
    const user = await sendNew();
    await screen.findByText(CONFIRMATION);
    return user;
  }

  const heading = () => screen.getByRole('heading', { name: formWords.sent.heading });

  test('is not dismissed by a second press on Send', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = await sendOne();
    await user.click(screen.getByRole('button', { name: formWords.success.another }));
    expect(screen.getByText(CONFIRMATION)).toBeInTheDocument();
    expect(document.title).toMatch(/^Message sent – /);
    // later, a press is meant for this button
    await vi.advanceTimersByTimeAsync(2000);
    await user.click(screen.getByRole('button', { name: formWords.success.another }));
    expect(screen.queryByText(CONFIRMATION)).not.toBeInTheDocument();
    vi.useRealTimers();
  });

  test('gives way to a new form, and tells a screen reader so in a region that was there before', async () => {
    const user = await sendOne();
    const regions = [...document.querySelectorAll('[role=status]')];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await askForAnother(user);
    const [first] = names;
    if (first === undefined) throw new Error('The form has no field.');
    const said = await screen.findByText(formWords.success.inNewForm(contact.fields[first].label));
    expect(control(first)).toHaveFocus();
    expect(regions).toContain(said.closest('[role=status]'));
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(said).not.toBeInTheDocument());
    vi.useRealTimers();
    // a reload keeps the reference
    await openForm();
    expect(screen.getByText(including(formWords.previous))).toHaveTextContent(REFERENCE);
  });

  test('takes the focus once', async () => {
    const user = await sendOne();
    expect(heading()).toHaveFocus();
    await goTo(user, elsewhere);
    const focus = vi.spyOn(HTMLHeadingElement.prototype, 'focus');
    await user.click(menu().getByText(contactPlace.label));
    await waitFor(() => expect(heading()).toHaveFocus());
    // by the navigation alone: a focus of its own would move the view
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    expect(screen.getByText(CONFIRMATION)).toBeInTheDocument();
    await visit(contactPlace.path);
    expect(document.body).toHaveFocus();
  });
});
