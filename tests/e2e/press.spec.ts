import type { Page } from '@playwright/test';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { later } from '../support/later.ts';
import { ENQUIRY, expectControlsWork, expectSent, fillIn, type Hand, SUBMIT } from '../support/press.ts';
import { CONFIRMATION, expect, open, reload, test } from './fixtures.ts';

const handOf = (page: Page): Hand => ({
  open: (address) => open(page, address).then(() => {}),
  reload: () => reload(page),
  type: async (selector, text) => {
    await page.locator(selector).focus();
    await page.keyboard.type(text);
  },
  press: (key) => page.keyboard.press(key),
  evaluate: (task, given = '') => page.evaluate(task, given),
  pointerDown: async ({ x, y }) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  pointerUp: () => page.mouse.up(),
});

// npm run test:browsers tests every field and every way to leave one, also with a finger
test('Send, links and buttons work while an error appears or disappears', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^info: The enquiry was not sent/);
  await open(page, contactPlace.path);
  await expectSent(handOf(page), 'contactNumber', expect.poll);
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await open(page, contactPlace.path);
  await expectControlsWork(handOf(page), expect.poll, 2);
});

test('a press on Send sends even if the last answer arrives during it', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 503/);
  // taller than the form
  await page.setViewportSize({ width: 1280, height: 4000 });
  const refused = later();
  let sent = 0;
  await page.route('**/contact_process.php', async (route) => {
    sent += 1;
    const isFirst = sent === 1;
    if (isFirst) await refused.promise;
    await route.fulfill(isFirst ? { status: 503 } : { json: { status: 'success' } });
  });
  await open(page, contactPlace.path);
  await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
  const button = page.locator(SUBMIT);
  await button.click();
  await expect(button).toHaveText('Sending...');
  await page.mouse.down();
  refused.resolve();
  await expect(button).toHaveText('Send message');
  await page.mouse.up();
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
});
