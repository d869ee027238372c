import {
  type LaunchOptions,
  launch,
  type Browser as PuppeteerBrowser,
  type Page as PuppeteerPage,
} from 'puppeteer-core';
import { FIREFOX } from '../../../scripts/setup.mjs';
import { browserFlags, ownBrowser } from '../../support/browser.mjs';
import { type Browser, type Page, waiting } from './browser.ts';

type Prepare = (page: PuppeteerPage) => Promise<void>;

async function newPage(
  browser: PuppeteerBrowser,
  touches: boolean,
  prepare: Prepare,
): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warn'].includes(line.type())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => {
    // NS_BINDING_ABORTED: Firefox left the page before its font arrived
    if (!/^Error: downloadable font: .*2152398850/.test(String(error))) {
      complaints.push(String(error));
    }
  });
  await prepare(page);
  return {
    open: async (url) => {
      await page.goto(url);
    },
    back: async () => {
      await page.goBack();
    },
    reload: async () => {
      await page.reload();
    },
    resize: (width, height) =>
      page.setViewport({ width, height, hasTouch: touches, isMobile: touches }),
    click: async (selector) => {
      // page.click waits for an observer that Firefox never calls without script
      const middle = () =>
        page.$eval(selector, (element) => {
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const box = element.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        });
      let { x, y } = await middle();
      for (;;) {
        await page.mouse.move(x, y);
        const now = await middle();
        if (now.x === x && now.y === y) break;
        ({ x, y } = now);
      }
      await page.mouse.down();
      await page.mouse.up();
    },
    pointerDown: async ({ x, y }) => {
      if (touches) {
        await page.touchscreen.touchStart(x, y);
        return;
      }
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    pointerUp: () => (touches ? page.touchscreen.touchEnd() : page.mouse.up()),
    type: async (selector, text) => {
      await page.focus(selector);
      await page.keyboard.press('End');
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    evaluate: (task, given = '') => page.evaluate(task, given),
    complaints: async () => complaints.splice(0),
    close: () => context.close(),
  };
}

async function launchWith(
  options: LaunchOptions,
  touches: boolean,
  prepare: Prepare,
): Promise<Browser> {
  const browser = await launch(options);
  return { newPage: () => newPage(browser, touches, prepare), close: () => browser.close() };
}

export const chromium = waiting({
  name: 'Chromium',
  narrowest: 360,
  launch: ({ withoutScript, prefersDark, prefersReducedMotion, touches = false } = {}) =>
    launchWith({ ...ownBrowser, args: browserFlags }, touches, async (page) => {
      await page.setJavaScriptEnabled(!withoutScript);
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: prefersDark ? 'dark' : 'light' },
        {
          name: 'prefers-reduced-motion',
          value: prefersReducedMotion ? 'reduce' : 'no-preference',
        },
      ]);
    }),
});

export const firefox = waiting({
  name: 'Firefox',
  narrowest: 360,
  launch: ({ withoutScript, prefersDark, prefersReducedMotion } = {}) =>
    launchWith(
      {
        browser: 'firefox',
        executablePath: FIREFOX,
        protocol: 'webDriverBiDi',
        extraPrefsFirefox: {
          'javascript.enabled': !withoutScript,
          // otherwise a scroll may still run at the next click
          'general.smoothScroll': false,
          'layout.css.prefers-color-scheme.content-override': prefersDark ? 0 : 1,
          'ui.prefersReducedMotion': prefersReducedMotion ? 1 : 0,
        },
      },
      false,
      async () => {},
    ),
});
