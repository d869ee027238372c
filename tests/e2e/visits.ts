import type { Page } from '@playwright/test';
import { documentTitle } from '../../src/content/site.ts';
import { crash } from '../../src/content/words/crash.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { answerTo, type Scenario } from '../support/answers.ts';
import { later } from '../support/later.ts';
import { addresses, elsewhere } from '../support/places.ts';
import { CONFIRMATION, dressed, expect, fillForm, open, reload } from './fixtures.ts';
import { type FormState, formStates, NO_ANSWER_YET, RECEIPT, UNREACHABLE } from './formStates.ts';

/** A page or a state of one that visitors see, and the way there in a new browser context. */
export interface Visit {
  readonly name: string;
  readonly kind: 'page' | 'state' | 'notice' | 'menu';
  readonly enter: (page: Page) => Promise<unknown>;
  /** The text that a screen reader announces once. */
  readonly said?: readonly string[];
  /** The visit that shows the same elements with other words. */
  readonly looksLike?: string;
}

/** The console's messages in these states. */
export const stateNoise = [
  /^info: The enquiry was not sent/,
  /^error: Failed to load resource/,
  /^error: (?:TypeError: Failed to fetch dynamically imported module|Error: Unable to preload CSS)/,
];

export async function enter(page: Page, state: FormState): Promise<void> {
  const { fields, changes, isTyping, isSubmitted, isOffline = false, answer, shows } = state;
  if (answer !== undefined) await answerWith(page, answer);
  await open(page, contactPlace.path);
  if (fields !== 'empty') await fillForm(page, 'A quote for a mobile app');
  for (const [name, value] of Object.entries(changes ?? {})) {
    await page.locator(`form [name="${name}"]`).fill(value);
  }
  if (!isTyping) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (fields === 'restored') await reload(page);
  await dressed(page);
  await page.context().setOffline(isOffline);
  if (isSubmitted) await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(shows).first(), state.name).toBeVisible();
}

/** @param when resolves when the endpoint may answer; by default at once */
export async function answerWith(page: Page, situation: string, when = Promise.resolve()): Promise<void> {
  await page.route('**/contact_process.php', async (route) => {
    if (situation === NO_ANSWER_YET) return;
    await when;
    if (situation === UNREACHABLE) {
      await route.abort();
      return;
    }
    const { status, body, headers } = answerTo(situation as Scenario);
    await route.fulfill({ status, json: body, headers: { ...headers, ...RECEIPT } });
  });
}

async function leaveWhileSending(page: Page, situation: Scenario, notice: string): Promise<void> {
  const late = later();
  await answerWith(page, situation, late.promise);
  await page.setViewportSize({ width: 1280, height: 740 });
  await open(page, contactPlace.path);
  await fillForm(page, 'A quote for a mobile app');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('banner').getByRole('link', { name: elsewhere.label }).click();
  await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeFocused();
  await dressed(page);
  late.resolve();
  await expect(page.getByText(notice)).toBeVisible();
}

export async function crashPage(page: Page): Promise<void> {
  await open(page, homePlace.path);
  await dressed(page);
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: elsewhere.label, exact: true }).click();
  await expect(page.getByRole('heading', { name: crash.heading })).toBeFocused();
  await expect(page).toHaveTitle(documentTitle({ title: crash.heading }));
  await page.context().setOffline(false);
}

export async function sendWithoutScript(page: Page, subject?: string): Promise<void> {
  await open(page, contactPlace.path);
  if (subject !== undefined) await fillForm(page, subject);
  const answered = page.waitForURL(/\/contact_(?:process|sent)\.php/);
  // unlike a press on the button, this fires no submit event
  await page.evaluate(() => document.querySelector('form')?.submit());
  await answered;
  if (subject === undefined) await expect(page).toHaveTitle(/^Not sent/);
  else await expect(page.getByText(CONFIRMATION)).toBeVisible();
}

async function writeAnother(page: Page): Promise<void> {
  for (const state of formStates.filter(({ name }) => name === 'sent')) await enter(page, state);
  await page.getByRole('button', { name: 'Send another message' }).press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
}

async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, elsewhere.path);
  await dressed(page);
  await page.getByRole('banner').locator('summary').click();
}

const [NOTICE_SENT, NOTICE_NOT_SENT] = ['Your message was sent.', 'Your message was not sent.'];

export const visits: readonly Visit[] = [
  ...addresses.map(
    (path): Visit => ({
      name: path.split('/').at(-1) ?? '',
      kind: 'page',
      enter: (page) => open(page, path).then(() => dressed(page)),
    }),
  ),
  ...formStates.map(
    (state): Visit => ({
      name: `contact-us.${state.name}`,
      kind: 'state',
      enter: (page) => enter(page, state),
      ...(state.looksLike && { looksLike: state.looksLike }),
      said: [
        ...(state.isSubmitted || state.isOffline || state.isSaid ? [state.shows] : []),
        ...(state.answer === undefined ? [] : ['Sending...']),
      ],
    }),
  ),
  {
    name: 'contact-us.another',
    kind: 'state',
    enter: writeAnother,
    said: ['This is a new form. You’re in its first field, Name.'],
  },
  { name: 'contact-us.refused-without-script', kind: 'state', enter: (page) => sendWithoutScript(page) },
  { name: 'contact-us.sent-without-script', kind: 'state', enter: (page) => sendWithoutScript(page, 'For everyone') },
  {
    name: 'notice.sent',
    kind: 'notice',
    enter: (page) => leaveWhileSending(page, 'success', NOTICE_SENT),
    said: [NOTICE_SENT],
  },
  {
    name: 'notice.not-sent',
    kind: 'notice',
    enter: (page) => leaveWhileSending(page, 'the store cannot be written', NOTICE_NOT_SENT),
    said: [NOTICE_NOT_SENT],
  },
  { name: 'menu', kind: 'menu', enter: openMenu },
  { name: 'crash', kind: 'state', enter: crashPage },
];
