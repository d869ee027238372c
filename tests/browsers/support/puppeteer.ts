import { launch, type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { FIREFOX, oldChromium } from '../../../scripts/setup.mjs';
import { browserFlags, testBrowser } from '../../support/browser.mjs';
import type { Engine, PageWithPicture } from './browser.ts';

async function newPage(browser: PuppeteerBrowser, hasTouch = false): Promise<PageWithPicture> {
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
  return {
    open: (url) => page.goto(url).then(() => {}),
    back: () => page.goBack().then(() => {}),
    reload: () => page.reload().then(() => {}),
    resize: (width, height) => page.setViewport({ width, height, hasTouch, isMobile: hasTouch }),
    click: (selector) => page.click(selector),
    pointerDown: async ({ x, y }) => {
      if (hasTouch) return page.touchscreen.touchStart(x, y).then(() => {});
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    pointerUp: () => (hasTouch ? page.touchscreen.touchEnd() : page.mouse.up()),
    type: async (selector, text) => {
      await page.focus(selector);
      await page.keyboard.press('End');
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    picture: () => page.screenshot({ fullPage: true }),
    evaluate: (task, given = '') => page.evaluate(task, given),
    complaints: async () => complaints.splice(0),
    close: () => context.close(),
  };
}

const firefoxWith = (preferences: Record<string, unknown>): Engine<PageWithPicture> => ({
  name: 'Firefox',
  narrowest: 360,
  launch: async () => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      protocol: 'webDriverBiDi',
      extraPrefsFirefox: {
        // otherwise a scroll may still run at the next click
        'general.smoothScroll': false,
        ...preferences,
      },
    });
    return { newPage: () => newPage(browser), close: () => browser.close() };
  },
});

export const firefox = firefoxWith({});
export const firefoxWithoutMotion = firefoxWith({ 'ui.prefersReducedMotion': 1 });

const chromiumWith = (name: string, executablePath: string): Engine => ({
  name,
  narrowest: 360,
  launch: async () => {
    const browser = await launch({ executablePath, args: browserFlags, headless: 'shell' });
    return { newPage: () => newPage(browser, true), close: () => browser.close() };
  },
});

export const chromiumWithFinger = chromiumWith('Chromium, with a finger', testBrowser.executablePath ?? '');

/** Without container queries, and ranges in media queries, like iOS 15. */
export const chromiumBelowFloor = { ...chromiumWith('Chromium 102', oldChromium('102')), runsApp: false };
