import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { expectControlsWork, expectSent, fieldNames } from '../support/press.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { browse } from './support/browser.ts';
import { chromiumWithFinger, firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

/* tests/e2e/journeys/press.spec.ts does the same in Chromium with a mouse, for one field. */

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe.each([firefox, webkit, chromiumWithFinger])('in $name', (engine) => {
  const visitor = browse(engine);

  const open = async () => {
    const page = visitor();
    await page.resize(engine.narrowest, 740);
    await page.open(new URL(contactPlace.path, stack.siteUrl).href);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    return page;
  };

  test.each(fieldNames)('a press on Send sends if the visitor typed in %s last', async (last) => {
    await expectSent(await open(), last, expect.poll);
  });

  test('links and buttons work while an error appears or disappears', async () => {
    await expectControlsWork(await open(), expect.poll);
  });
});
