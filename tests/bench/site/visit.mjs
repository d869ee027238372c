// @ts-check
import { chromium } from '@playwright/test';
import { browserFlags, ownBrowser } from '../../support/browser.mjs';

/** What Lighthouse applies for slow 4G where it does not simulate it. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Event Timing leaves out what is faster than this. */
const SHORTEST_EVENT = 16;
const LONGEST_WAIT = 30_000;
const SETTLED = 1500;

/**
 * One visit over a slow 4G that is applied, with a processor four times slower; all in ms.
 * @typedef {object} Visit
 * @property {number} fcp
 * @property {number} lcp
 * @property {number} ready when the app said that React had taken the page over
 * @property {number} menu from the touch on the menu to the next paint
 * @property {number | undefined} typing from a key in the form's first field to the next paint;
 *   nothing where there is no form
 * @property {number} route from the touch on a link of the menu to the next paint
 * @property {number} page from the click on that link to the frame with the new heading
 */

/**
 * @param {string} url
 * @param {string} link the path that is gone to from there
 * @returns {Promise<Visit>}
 */
export async function visit(url, link) {
  const browser = await chromium.launch({ ...ownBrowser, args: browserFlags });
  try {
    const page = await browser.newPage(PHONE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watch, SHORTEST_EVENT);
    await page.goto(url, { waitUntil: 'load', timeout: LONGEST_WAIT });
    const ready = await whenReady(page, url);
    // what is fetched and drawn only after that may be the largest paint
    await page.waitForTimeout(SETTLED);
    await page.waitForLoadState('networkidle', { timeout: LONGEST_WAIT });
    const paints = await page.evaluate(() => ({
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      lcp: window.bench.lcp,
    }));
    if (paints.fcp === undefined || paints.lcp === 0) throw new Error(`${url} painted nothing.`);
    // from here on it is about the processor alone; the link's page comes over loopback
    await devtools.send('Network.emulateNetworkConditions', NO_LIMIT);
    const field = page.locator('form input[name="name"]');
    let typing;
    if ((await field.count()) > 0) {
      await (await finger(page, field))();
      typing = await answerTime(page, () => page.keyboard.press('T'));
    }
    const menu = await answerTime(page, await finger(page, page.locator('header summary')));
    const touchLink = await finger(page, page.locator(`header nav a[href="${link}"]`));
    let pageTime = Number.NaN;
    const route = await answerTime(page, async () => {
      pageTime = await routeTime(page, touchLink);
    });
    return { fcp: paints.fcp, lcp: paints.lcp, ready, menu, typing, route, page: pageTime };
  } finally {
    await browser.close();
  }
}

/** @typedef {{ lcp: number, ready: Promise<number>, durations: number[] }} Bench */

/** Runs in the page, before any script of its own. @param {number} durationThreshold */
function watch(durationThreshold) {
  /** @param {string} type @param {(entry: any) => void} take */
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      // known to Chromium, not to the types
      ...{ durationThreshold },
    });
  /** @type {Bench} */
  const bench = {
    lcp: 0,
    durations: [],
    ready: new Promise((resolve) => {
      const look = () => {
        // an init script can be there before the document's element is
        const { dataset = {} } = document.documentElement ?? {};
        if ('ready' in dataset) resolve(performance.now());
        else setTimeout(look, 10);
      };
      look();
    }),
  };
  window.bench = bench;
  observe('largest-contentful-paint', ({ startTime }) => {
    bench.lcp = startTime;
  });
  observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0) bench.durations.push(duration);
  });
}

/** @param {import('@playwright/test').Page} page @param {string} url */
async function whenReady(page, url) {
  const ready = await page.evaluate(
    (wait) =>
      Promise.race([
        window.bench.ready,
        new Promise((resolve) => setTimeout(() => resolve(undefined), wait)),
      ]),
    LONGEST_WAIT,
  );
  if (typeof ready !== 'number') throw new Error(`React never took ${url} over.`);
  return ready;
}

/**
 * A touch in the middle of an element. Playwright's own tap() listens to the events it makes,
 * which would be measured with them.
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} target
 */
async function finger(page, target) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} cannot be touched.`);
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * What Event Timing says about the slowest event of an interaction, in steps of 8 ms.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} interact
 */
async function answerTime(page, interact) {
  // entries come some time after the paint they end with
  const settle = () => page.waitForTimeout(300);
  await settle();
  await page.evaluate(() => {
    window.bench.durations = [];
  });
  await interact();
  await settle();
  return page.evaluate((least) => Math.max(least, ...window.bench.durations), SHORTEST_EVENT);
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} touchLink
 */
async function routeTime(page, touchLink) {
  const changed = page.evaluate(
    (wait) =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('The heading did not change.')), wait);
        const heading = () => document.querySelector('h1')?.textContent;
        const before = heading();
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              const now = heading();
              // what the next task sees has been painted
              if (now !== undefined && now !== before) {
                setTimeout(() => resolve(performance.now() - timeStamp));
              } else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    LONGEST_WAIT,
  );
  const [time] = await Promise.all([changed, touchLink()]);
  return Number(time);
}
