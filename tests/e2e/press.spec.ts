import type { Page } from '@playwright/test';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { later } from '../support/later.ts';
import { ENQUIRY, expectControlsWork, expectSent, fieldNames, fillIn, type Hand, SUBMIT } from '../support/press.ts';
import { CONFIRMATION, expect, open, reload, test } from './fixtures.ts';

async function handOf(page: Page, hasTouch: boolean): Promise<Hand> {
  // touchscreen.tap() leaves no time between down and up
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    open: (address) => open(page, address).then(() => {}),
    reload: () => reload(page),
    type: async (selector, text) => {
      await page.locator(selector).focus();
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    evaluate: (task, given = '') => page.evaluate(task, given),
    pointerDown: async ({ x, y }) => {
      if (hasTouch) await touch('touchStart', [{ x, y }]);
      else {
        await page.mouse.move(x, y);
        await page.mouse.down();
      }
    },
    pointerUp: async () => {
      if (hasTouch) await touch('touchEnd', []);
      else await page.mouse.up();
    },
  };
}

for (const { name, viewport, hasTouch } of [
  { name: 'a mouse', viewport: { width: 1366, height: 768 }, hasTouch: false },
  { name: 'a mouse in a window taller than the form', viewport: { width: 640, height: 3300 }, hasTouch: false },
  { name: 'a finger', viewport: { width: 360, height: 740 }, hasTouch: true },
]) {
  test.describe(`with ${name}`, () => {
    test.use({ viewport, hasTouch, isMobile: hasTouch });
    test.beforeEach(async ({ page, expectedNoise }) => {
      expectedNoise.push(/^info: The enquiry was not sent/);
      await open(page, contactPlace.path);
    });

    test('Send works, whichever field was typed in last', async ({ page }) => {
      const hand = await handOf(page, hasTouch);
      for (const last of fieldNames) {
        await expectSent(hand, last, expect.poll);
        await expect(page.getByText(CONFIRMATION)).toBeVisible();
        await page.evaluate(() => sessionStorage.clear());
        await open(page, contactPlace.path);
      }
    });

    test('links and buttons work while an error appears or disappears', async ({ page }) => {
      await expectControlsWork(await handOf(page, hasTouch), expect.poll);
    });
  });
}

test('a press on Send sends even if the last answer arrives during it', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 503/);
  await page.setViewportSize({ width: 1280, height: 2400 });
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
