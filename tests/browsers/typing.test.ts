import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIREFOX } from '../../scripts/setup.mjs';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { browserFlags, testBrowser } from '../support/browser.mjs';
import { CHANGES, type Injection, inject } from '../support/injection.ts';
import { startSiteServer } from '../support/siteServer.ts';

/* A visitor types from the first moment on, while another program changes the page, and no letter is lost. */

const RUNS = Number(process.env['RUNS'] ?? CHANGES.length);
const SPEEDS = [30, 110, 250];
const MOMENTS: readonly Pick<Injection, 'isLate' | 'wait'>[] = [
  { isLate: false, wait: 0 },
  { isLate: false, wait: 400 },
  { isLate: true, wait: 300 },
];
const TEXTS = [
  { name: 'Thandi', surname: 'Mokoena' },
  { email: 'tm@firm.co.za', contactNumber: '0821234567' },
  { subject: 'A website', message: 'Good day' },
];

const engines = [
  {
    name: 'Chromium',
    start: () =>
      launch({ executablePath: testBrowser.executablePath ?? '', args: browserFlags, headless: 'shell' as const }),
    slowDown: (page: Page) => page.emulateCPUThrottling(4),
  },
  {
    name: 'Firefox',
    start: () => launch({ browser: 'firefox', executablePath: FIREFOX, protocol: 'webDriverBiDi' }),
    slowDown: async () => {},
  },
];

const field = (name: string) => `form [name="${name}"]`;

let site: Awaited<ReturnType<typeof startSiteServer>>;
beforeAll(async () => {
  // nothing is sent
  site = await startSiteServer(1);
});
afterAll(() => site.stop());

/** Types two fields, with Tab between them. @returns both, and the name of the field that has the focus */
async function typeInto(page: Page, texts: Record<string, string>, injection: Injection, speed: number) {
  await page.evaluateOnNewDocument(inject, JSON.stringify(injection));
  await page.goto(new URL(contactPlace.path, site.url).href, { waitUntil: 'domcontentloaded' });
  const [first = '', second = ''] = Object.keys(texts);
  const textIn = (name: string) => page.$eval(field(name), (it) => (it as HTMLInputElement).value);
  await page.focus(field(first));
  await page.keyboard.type(texts[first] ?? '', { delay: speed });
  await page.keyboard.press('Tab');
  await page.keyboard.type(texts[second] ?? '', { delay: speed });
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset && 'injected' in window);
  await page.keyboard.type('.');
  const focus = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  return { [first]: await textIn(first), [second]: await textIn(second), focus };
}

describe.each(engines)('in $name', ({ start, slowDown }) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());

  const cases = SPEEDS.flatMap((speed) => MOMENTS.map((moment) => ({ speed, ...moment })));
  test.each(cases)('$speed ms a key, late: $isLate, $wait ms', async ({ speed, ...moment }) => {
    for (let run = 0; run < RUNS; run += 1) {
      const change = CHANGES[run % CHANGES.length] ?? CHANGES[0];
      const texts: Record<string, string> = TEXTS[run % TEXTS.length] ?? {};
      const [first = '', second = ''] = Object.keys(texts);
      const injection = { change, name: run % 2 ? first : second, ...moment };
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await slowDown(page);
      expect(await typeInto(page, texts, injection, speed), JSON.stringify(injection)).toEqual({
        ...{ ...texts, [second]: `${texts[second]}.` },
        focus: second,
      });
      await context.close();
    }
  });
});
