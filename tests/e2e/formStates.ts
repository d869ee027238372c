import type { Page } from '@playwright/test';
import { crash } from '../../src/content/words/crash.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { type FormState, NO_ANSWER_YET, RECEIPT, UNREACHABLE } from '../states/formStates.ts';
import { answerTo, type Scenario } from '../support/answers.ts';
import { later } from '../support/later.ts';
import { elsewhere } from '../support/places.ts';
import { dressed, expect, fillForm, open, openUnready, reload } from './fixtures.ts';

export const stateNoise = [
  /^info: The enquiry was not sent/,
  /^error: Failed to load resource/,
  /^error: TypeError: Failed to fetch dynamically imported module/,
];

export async function enter(page: Page, state: FormState): Promise<void> {
  const { fields, changes, isTyping, isSubmitted, isOffline = false, answer, shows } = state;
  await page.context().setOffline(false);
  await page.unrouteAll();
  await forgetDraft(page);
  if (answer !== undefined) await answerWith(page, answer);
  await open(page, contactPlace.path);
  if (fields !== 'empty') await fillForm(page, 'A quote for a mobile app');
  for (const [name, value] of Object.entries(changes ?? {})) {
    await page.locator(`#contact-form [name="${name}"]`).fill(value);
  }
  if (!isTyping) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (fields === 'restored') await reload(page);
  await dressed(page);
  await page.context().setOffline(isOffline);
  const send = page.getByRole('button', { name: 'Send message' });
  if (isSubmitted) await send.click();
  await expect(page.getByText(shows).first(), state.name).toBeVisible();
}

/** Removes the draft of an earlier state. Its form must be gone, or it would store the draft again. */
async function forgetDraft(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await openUnready(page, '/robots.txt');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
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

export async function leaveWhileSending(page: Page, situation: string): Promise<void> {
  await page.unrouteAll();
  await forgetDraft(page);
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
}

/** A visited page is in the browser's cache and does not crash. */
export async function crashPage(page: Page): Promise<void> {
  await open(page, homePlace.path);
  await dressed(page);
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: elsewhere.label, exact: true }).click();
  await expect(page.getByRole('heading', { name: crash.heading })).toBeFocused();
  await page.context().setOffline(false);
}

export async function sendWithoutScript(page: Page, subject?: string): Promise<void> {
  await forgetDraft(page);
  await open(page, contactPlace.path);
  if (subject !== undefined) await fillForm(page, subject);
  const answered = page.waitForURL(/\/contact_(?:process|sent)\.php/);
  // unlike a press on the button, this fires no submit event
  await page.evaluate(() => document.querySelector('form')?.submit());
  await answered;
}
