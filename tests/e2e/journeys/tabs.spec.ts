import type { BrowserContext, Page } from '@playwright/test';
import { formWords } from '../../../src/content/words/form.ts';
import { frame } from '../../../src/content/words/frame.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import { later } from '../../support/later.ts';
import { parts } from '../../support/parts.ts';
import { CONFIRMATION, expect, fillForm, mailAbout, open, reload, test } from '../fixtures.ts';
import { answerWith } from '../visits.ts';

/* Two tabs with the contact form. tests/web/tabs.test.ts goes through their states in every order. */

const { draft: texts } = formWords;

const subject = (tab: Page) => tab.getByLabel('Subject');
const press = (tab: Page, name: string) => tab.getByRole('button', { name }).click();
const says = (tab: Page, words: string) => expect(tab.getByText(words)).toBeVisible();
const reference = (tab: Page) => tab.locator(parts.reference).first().textContent();

/** Opens the form in another tab, which shows the draft. */
async function openAnother(context: BrowserContext, drafted: string): Promise<Page> {
  const [first] = context.pages();
  // the form writes a moment after the last key
  await expect.poll(() => first?.evaluate(() => JSON.stringify(localStorage))).toContain(drafted);
  const tab = await context.newPage();
  await open(tab, contactPlace.path);
  await expect(subject(tab)).toHaveValue(drafted);
  await says(tab, texts.kept);
  return tab;
}

async function edit(tab: Page, text: string) {
  await subject(tab).fill(text);
  await subject(tab).blur();
}

test('what one tab has sent, the other has sent too', async ({ page, context, stack }) => {
  await open(page, contactPlace.path);
  await fillForm(page, 'Sent from one tab');
  const other = await openAnother(context, 'Sent from one tab');
  await press(other, 'Send message');
  for (const tab of [other, page]) await says(tab, CONFIRMATION);
  expect(await reference(page)).toBe(await reference(other));
  await expect(page).toHaveTitle(new RegExp(`^${formWords.sent.heading}`));
  await reload(page);
  await says(page, CONFIRMATION);
  await mailAbout(stack, 'Sent from one tab');
});

test('an edited text stays, and its tab says which version was sent', async ({ page, context, stack }) => {
  await open(page, contactPlace.path);
  await fillForm(page, 'The first version');
  const other = await openAnother(context, 'The first version');
  await edit(other, 'The second version');
  await answerWith(other, 'the store cannot be written');
  await press(other, 'Send message');
  const failure = other.getByRole('alert');
  await expect(failure).toBeVisible();
  // nobody said so before
  await says(page, texts.onlyHere);
  await press(page, 'Send message');
  await says(page, CONFIRMATION);
  await says(other, frame.notice.sentElsewhere);
  await expect(failure).toBeHidden();
  await other.unrouteAll();
  await says(other, texts.earlierSent);
  expect(await reference(other)).toBe(await reference(page));
  await expect(subject(other)).toHaveValue('The second version');
  await reload(other);
  await says(other, texts.earlierSent);
  expect(await reference(other)).toBe(await reference(page));
  const third = await context.newPage();
  await open(third, contactPlace.path);
  await edit(other, 'The third version');
  await press(other, 'Send message');
  await says(other, CONFIRMATION);
  await says(third, texts.laterSent);
  await expect(subject(third)).toHaveValue('The second version');
  for (const version of ['The first version', 'The third version']) await mailAbout(stack, version);
});

test('a text that another tab has cleared stays in its tab, which says so', async ({ page, context }) => {
  await open(page, contactPlace.path);
  await fillForm(page, 'To be cleared');
  const other = await openAnother(context, 'To be cleared');
  await press(other, texts.clear);
  await expect(subject(other)).toHaveValue('');
  await says(page, texts.onlyHere);
  await reload(page);
  await expect(subject(page)).toHaveValue('To be cleared');
  await says(page, texts.onlyHere);
  await press(other, texts.undo);
  await says(page, texts.kept);
  await edit(page, 'Changed here');
  await says(page, texts.kept);
  await says(other, texts.onlyHere);
});

test('"Send another message" clears no text of another tab', async ({ page, context }) => {
  await open(page, contactPlace.path);
  await fillForm(page, 'Sent before');
  await press(page, 'Send message');
  await says(page, CONFIRMATION);
  const other = await context.newPage();
  await open(other, contactPlace.path);
  await edit(other, 'Typed in the other tab');
  // leaving the tab saves the text
  await reload(other);
  await says(other, texts.kept);
  await reload(page);
  await press(page, formWords.success.another);
  await expect(subject(page)).toHaveValue('');
  await expect(page.getByText(texts.cleared)).toBeHidden();
  await says(other, texts.kept);
});

test('an attempt that one tab has no answer to is safe to repeat in the other', async ({
  page,
  context,
  stack,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource/);
  await open(page, contactPlace.path);
  await fillForm(page, 'Sent again');
  const other = await openAnother(context, 'Sent again');
  await page.route('**/contact_process.php', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Send message');
  await says(page, formWords.failure.mayHaveArrived);
  await says(other, texts.mayHaveArrived);
  await press(other, 'Send message');
  for (const tab of [other, page]) await says(tab, CONFIRMATION);
  expect(await reference(page)).toBe(await reference(other));
  await mailAbout(stack, 'Sent again');
});

test('two tabs that send the same text at once send one message', async ({ page, context, stack }) => {
  await open(page, contactPlace.path);
  await fillForm(page, 'From two tabs at once');
  const other = await openAnother(context, 'From two tabs at once');
  const both = later();
  let waiting = 0;
  await context.route('**/contact_process.php', async (route) => {
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    await route.continue();
  });
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Send message' }).click();
  for (const tab of [page, other]) await expect(tab.getByText(CONFIRMATION)).toBeVisible();
  await mailAbout(stack, 'From two tabs at once');
});
