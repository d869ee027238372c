import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { expectControlsWork, expectSent, fieldNames } from '../support/press.ts';
import { startFreshStack } from '../support/stack.ts';
import { browse } from './support/browser.ts';
import { firefox } from './support/firefox.ts';
import { webkit } from './support/webkit.ts';

/* tests/e2e/press.spec.ts does the same in Chromium, with a mouse and a finger. */

let product: Awaited<ReturnType<typeof startFreshStack>>;
beforeAll(async () => {
  product = await startFreshStack();
});
afterAll(() => product.stop());

describe.each([firefox, webkit])('with a mouse in $name', (engine) => {
  const visitor = browse(engine, { isTall: true });

  describe.each([
    { name: 'a narrow window', width: engine.narrowest, height: 740, textSize: '100%' },
    { name: 'a window taller than the form', width: 640, height: 3300, textSize: '200%' },
  ])('in $name', ({ width, height, textSize }) => {
    const open = async () => {
      const page = visitor();
      await page.resize(width, height);
      await page.open(new URL(contactPlace.path, product.stack.siteUrl).href);
      await page.evaluate((size) => {
        localStorage.clear();
        sessionStorage.clear();
        document.documentElement.style.fontSize = size;
      }, textSize);
      return page;
    };

    test.each(fieldNames)('a press on Send sends if the visitor typed in %s last', async (last) => {
      await expectSent(await open(), last, expect.poll);
    });

    test('links and buttons work while an error appears or disappears', async () => {
      await expectControlsWork(await open(), expect.poll);
    });
  });
});
