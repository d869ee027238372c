import type { Page } from '@playwright/test';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import { expectControlsWork, expectSent, type Hand } from '../../support/press.ts';
import { CONFIRMATION, expect, open, reload, test } from '../fixtures.ts';

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
