import { chromium, type Browser as PlaywrightBrowser } from '@playwright/test';
import { oldChromium } from '../../../scripts/setup.mjs';
import { FLOOR } from '../../../src/prerender/loader.ts';
import { browserFlags } from '../../support/browser.mjs';
import type { Engine, Page } from './browser.ts';

async function newPage(browser: PlaywrightBrowser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    open: (url) => page.goto(url).then(() => {}),
    back: () => page.goBack().then(() => {}),
    reload: () => page.reload().then(() => {}),
    resize: (width, height) => page.setViewportSize({ width, height }),
    click: (selector) => page.click(selector),
    pointerDown: async ({ x, y }) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    pointerUp: () => page.mouse.up(),
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

/** The oldest that runs the app. Puppeteer cannot open a page in it. */
export const chromiumAtFloor: Engine = {
  name: `Chromium ${FLOOR.chrome}`,
  narrowest: 360,
  launch: async () => {
    const browser = await chromium.launch({ executablePath: oldChromium(FLOOR.chrome), args: browserFlags });
    return { newPage: () => newPage(browser), close: () => browser.close() };
  },
};
