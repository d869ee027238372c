import type { Page } from '@playwright/test';
import { later } from '../support/later.ts';
import { mailsAbout } from '../support/stack.ts';
import { CONFIRMATION, expect, fillForm, mailAbout, open, test } from './fixtures.ts';

const CONTACT = '/public/contact-us';
const ENDPOINT = '**/contact_process.php';

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();
const message = (page: Page) => page.getByLabel('Message', { exact: true });

async function loseAnswers(page: Page) {
  await page.route(ENDPOINT, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

test.describe('two tabs', () => {
  test('send one message for the same text one after the other', async ({ page, context, stack }) => {
    await open(page, CONTACT);
    await fillForm(page, 'From two tabs');
    const other = await context.newPage();
    await open(other, CONTACT);
    await expect(other.getByLabel('Subject')).toHaveValue('From two tabs');
    for (const tab of [page, other]) {
      await send(tab);
      await expect(tab.getByText(CONFIRMATION)).toBeVisible();
    }
    const references = await Promise.all([page, other].map((tab) => tab.locator('.reference').textContent()));
    expect(references[0]).toBe(references[1]);
    await mailAbout(stack, 'From two tabs');
  });

  test('send one message for the same text at once', async ({ page, context, stack }) => {
    await open(page, CONTACT);
    await fillForm(page, 'From two tabs at once');
    const other = await context.newPage();
    await open(other, CONTACT);
    await expect(other.getByLabel('Subject')).toHaveValue('From two tabs at once');
    const both = later();
    let waiting = 0;
    await context.route(ENDPOINT, async (route) => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      await route.continue();
    });
    for (const tab of [page, other]) await send(tab);
    for (const tab of [page, other]) await expect(tab.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'From two tabs at once');
  });
});

test('a message arrives through a firewall that refuses JSON', async ({ page, stack, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 406/);
  const types: (string | undefined)[] = [];
  await page.route(ENDPOINT, async (route) => {
    const type = route.request().headers()['content-type'];
    types.push(type);
    await (type === 'application/json'
      ? route.fulfill({ status: 406, contentType: 'text/html', body: '<h1>Not Acceptable</h1>' })
      : route.continue());
  });
  await open(page, CONTACT);
  await fillForm(page, 'Through a firewall');
  await send(page);
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  await expect(page.locator('.reference')).toBeVisible();
  expect(types).toEqual(['application/json', expect.stringMatching(/^application\/x-www-form-urlencoded/)]);
  await mailAbout(stack, 'Through a firewall');
});

test('a message that was changed after a lost answer names the one that it replaces', async ({
  page,
  stack,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource: net::ERR_FAILED/);
  await open(page, CONTACT);
  await fillForm(page, 'Sent and changed');
  await loseAnswers(page);
  await send(page);
  await expect(page.getByText(/^An error occurred/)).toBeVisible();
  const first = await mailAbout(stack, 'Sent and changed');
  const [reference] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(first.subject) ?? [];
  await page.unrouteAll();
  await message(page).press('End');
  await message(page).pressSequentially(' And a shop.');
  await send(page);
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  await expect.poll(async () => (await mailsAbout(stack, 'Sent and changed')).length).toBe(2);
  const mails = await mailsAbout(stack, 'Sent and changed');
  const second = mails.find(({ id }) => id !== first.id);
  expect(second?.text).toContain(`Replaces ${reference}, which you may already have.`);
  expect(second?.html).toContain(`Replaces ${reference}, which you may already have.`);
  expect(first.text).not.toContain('Replaces');
});
