import type { Page } from '@playwright/test';
import { addStyle, differences, hasBegun, IN_PLACE, isAllRising, STANDING } from '../../support/ink.ts';
import { later } from '../../support/later.ts';
import { addresses } from '../../support/places.ts';
import { expect, openUnready, stopTime, takenOver, test } from '../fixtures.ts';

// a quarter of the pixels
test.use({ deviceScaleFactor: 0.5 });

async function pictureOf(page: Page): Promise<Buffer> {
  await addStyle(page, IN_PLACE);
  return page.screenshot({ fullPage: true, type: 'jpeg', quality: 90 });
}

async function withoutScript(page: Page): Promise<Page> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setScriptExecutionDisabled', { value: true });
  return page;
}

// npm run test:browsers has more widths
for (const width of [360, 1280]) {
  test(`a picture of the whole page lacks nothing at ${width} px`, async ({ page, context, expectedNoise }) => {
    expectedNoise.push(
      /^error: Failed to load resource: .*(?: 404|ERR_FAILED)/,
      /^uncaught: TypeError: Failed to fetch/,
    );
    // without script, the headings keep the system font
    await context.route('**/*.woff2', (route) => route.abort());
    const still = await withoutScript(await context.newPage());
    await still.emulateMedia({ reducedMotion: 'reduce' });
    await stopTime(page);
    let script = later();
    await page.route('**/assets/*.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    for (const each of [still, page]) await each.setViewportSize({ width, height: 740 });
    for (const path of addresses) {
      await openUnready(still, path);
      await addStyle(still, STANDING);
      const whole = await pictureOf(still);
      const lacks = async () => differences(whole, await pictureOf(page));

      script = later();
      await openUnready(page, path);
      expect.soft(await lacks(), `${path} before the script`).toEqual([]);

      script.resolve();
      await takenOver(page);
      await page.waitForFunction(hasBegun);
      expect.soft(await lacks(), `${path} before scrolling`).toEqual([]);

      await page.waitForFunction(isAllRising);
      await page.evaluate(() => window.scrollTo(0, 0));
      expect.soft(await lacks(), `${path} after scrolling`).toEqual([]);
    }
  });
}
