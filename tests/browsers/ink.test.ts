import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStyle, differences, hasBegun, IN_PLACE, isAllRising, STANDING, WIDTHS } from '../support/ink.ts';
import { places } from '../support/places.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { browse, type PageWithPicture } from './support/browser.ts';
import { firefox, firefoxWithoutMotion } from './support/puppeteer.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const visitor = browse(firefox);
const stillVisitor = browse(firefoxWithoutMotion);

async function open(page: PageWithPicture, path: string, width: number): Promise<void> {
  await page.resize(width, 740);
  await page.open(new URL(path, stack.siteUrl).href);
  const hasFont = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => family.includes('Site Display') && status === 'loaded'),
    );
  await expect.poll(hasFont).toBe(true);
}

async function pictureOf(page: PageWithPicture): Promise<Uint8Array> {
  await addStyle(page, IN_PLACE);
  return page.picture();
}

test.each(places)('in Firefox, a picture of the whole page lacks nothing: $path', async ({ path }) => {
  const [page, still] = [visitor(), stillVisitor()];
  for (const width of WIDTHS) {
    await open(still, path, width);
    await addStyle(still, STANDING);
    const whole = await pictureOf(still);
    const lacks = async () => differences(whole, await pictureOf(page));

    await open(page, path, width);
    await expect.poll(() => page.evaluate(hasBegun)).toBe(true);
    expect(await lacks(), `before scrolling at ${width} px`).toEqual([]);

    await expect.poll(() => page.evaluate(isAllRising)).toBe(true);
    await page.evaluate(() => {
      // lines of text that move differ by a pixel
      for (const animation of document.getAnimations()) animation.finish();
      window.scrollTo(0, 0);
    });
    expect(await lacks(), `after scrolling at ${width} px`).toEqual([]);
  }
});
