import type { Page } from '@playwright/test';
import { addStyle, differences, hasBegun, IN_PLACE, isAllRising, STANDING, WIDTHS } from '../support/ink.ts';
import { addresses } from '../support/places.ts';
import { expect, open, openUnready, stopTime, test } from './fixtures.ts';

const MODULES = '**/assets/*.js';

async function pictureOf(page: Page): Promise<Buffer> {
  await addStyle(page, IN_PLACE);
  return page.screenshot({ fullPage: true, type: 'jpeg', quality: 90 });
}

async function withoutScript(page: Page): Promise<Page> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setScriptExecutionDisabled', { value: true });
  return page;
}

for (const path of addresses) {
  test(`a picture of the whole page lacks nothing: ${path}`, async ({ page, context, expectedNoise }) => {
    expectedNoise.push(
      /^error: Failed to load resource: .*(?: 404|ERR_FAILED)/,
      /^uncaught: TypeError: Failed to fetch/,
    );
    // without script, the headings keep the system font
    await context.route('**/*.woff2', (route) => route.abort());
    const still = await withoutScript(await context.newPage());
    await still.emulateMedia({ reducedMotion: 'reduce' });
    await stopTime(page);
    for (const width of WIDTHS) {
      for (const each of [still, page]) await each.setViewportSize({ width, height: 740 });
      await openUnready(still, path);
      await addStyle(still, STANDING);
      const whole = await pictureOf(still);
      const lacks = async () => differences(whole, await pictureOf(page));

      await page.route(MODULES, (route) => route.abort());
      await openUnready(page, path);
      expect.soft(await lacks(), `before the script at ${width} px`).toEqual([]);

      await page.unroute(MODULES);
      await open(page, path);
      await page.waitForFunction(hasBegun);
      expect.soft(await lacks(), `before scrolling at ${width} px`).toEqual([]);

      await page.waitForFunction(isAllRising);
      await page.evaluate(() => window.scrollTo(0, 0));
      expect.soft(await lacks(), `after scrolling at ${width} px`).toEqual([]);
    }
  });
}
