import type { Page } from '@playwright/test';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { ENQUIRY, fieldNames, fillIn, pointOn, settled, THIRDS } from '../support/press.ts';
import { CONFIRMATION, expect, open, test } from './fixtures.ts';

const SUBMIT = '#contact-form [type="submit"]';

interface Hand {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly hasTouch: boolean;
}

const hands: readonly Hand[] = [
  { name: 'a mouse', viewport: { width: 1366, height: 768 }, hasTouch: false },
  { name: 'a finger', viewport: { width: 360, height: 740 }, hasTouch: true },
];

async function press(page: Page, hasTouch: boolean): Promise<void> {
  const target = { selector: SUBMIT, part: THIRDS.upper, isScrolledTo: true };
  await page.evaluate(pointOn, JSON.stringify(target));
  await page.evaluate(settled);
  const point = await page.evaluate(pointOn, JSON.stringify(target));
  if (point === null) throw new Error('The button cannot be pressed.');
  const { x, y } = point;
  if (hasTouch) {
    // touchscreen.tap() leaves no time between down and up
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x, y }],
    });
    await page.evaluate(settled);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await devtools.detach();
  } else {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(settled);
    await page.mouse.up();
  }
}

for (const { name, viewport, hasTouch } of hands) {
  test.describe(`with ${name}`, () => {
    test.use({ viewport, hasTouch, isMobile: hasTouch });

    test('Send works, whichever field was typed in last', async ({ page, expectedNoise }) => {
      expectedNoise.push(/^info: The enquiry was not sent/);
      const sent: unknown[] = [];
      await page.route('**/contact_process.php', (route) => {
        sent.push(route.request().postDataJSON());
        return route.fulfill({ json: { status: 'success' } });
      });
      for (const last of fieldNames) {
        await open(page, contactPlace.path);
        await page.evaluate(fillIn, JSON.stringify({ ...ENQUIRY, [last]: undefined }));
        await press(page, hasTouch);
        const field = page.locator(`#contact-form [name="${last}"]`);
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await page.keyboard.type(ENQUIRY[last]);
        await press(page, hasTouch);
        await expect.soft(page.getByText(CONFIRMATION), last).toBeVisible();
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      }
      expect(sent).toEqual(fieldNames.map(() => ({ ...ENQUIRY, contactNumber: '0821234567' })));
    });

    test('Send does not move when it leaves a field with an error', async ({
      page,
      expectedNoise,
    }) => {
      expectedNoise.push(/^info: The enquiry was not sent/);
      await open(page, contactPlace.path);
      const advised = { ...ENQUIRY, surname: 'E', contactNumber: undefined };
      await page.evaluate(fillIn, JSON.stringify(advised));
      await page.locator('#contact-form [name="contactNumber"]').focus();
      // its advice takes several lines, which appear when the field is left
      await page.keyboard.type('021 123 4567');
      await press(page, hasTouch);
      await expect(page.getByText(/^Please fix these 2 fields/)).toBeVisible();
    });
  });
}

test('a press on Send sends even if the last answer arrives during it', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource: .* 503/);
  await page.setViewportSize({ width: 1280, height: 2400 });
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let sent = 0;
  await page.route('**/contact_process.php', async (route) => {
    sent += 1;
    const isFirst = sent === 1;
    if (isFirst) await refused;
    await route.fulfill(isFirst ? { status: 503 } : { json: { status: 'success' } });
  });
  await open(page, contactPlace.path);
  await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
  const button = page.locator(SUBMIT);
  await button.click();
  await expect(button).toHaveText('Sending...');
  await page.mouse.down();
  refuse();
  await expect(button).toHaveText('Send message');
  await page.mouse.up();
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
});
