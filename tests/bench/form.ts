// npm run bench:form: what a visitor feels in the form on a slow phone (4 x slower, 360 px), beside a bare form.
// Only the ratios within one run are comparable.
import { chromium, type Page } from '@playwright/test';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { browserFlags, testBrowser } from '../support/browser.mjs';
import { ENQUIRY } from '../support/press.ts';
import { startSiteServer } from '../support/siteServer.ts';
import { judge, median } from './table.ts';

const RUNS = Number(process.env['RUNS'] ?? 9);
const SLOWDOWN = 4;
/** Milliseconds. An interaction of 200 is still good (https://web.dev/articles/inp). */
const GOOD = 200;
const GOOD_KEY = 100;
/** Times the bare form. */
const MOST_FIRST_KEY = 2.5;
const MOST_SEND = 3;
const LINES = 10_000;

/** The same fields, without script. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><form>${Object.keys(ENQUIRY)
  .map(
    (name) => `<p><label>${name} ${name === 'message' ? '<textarea rows="8"' : '<input'} name="${name}" required></p>`,
  )
  .join('</textarea></label>')}</textarea></label><button>Send</button></form>`;

/** Runs in the page: notes each interaction, from the event to the next paint. */
function watch(): void {
  const slowest: Record<string, number> = {};
  Object.assign(window, { slowest });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) slowest[name] = Math.max(slowest[name] ?? 0, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** The slowest of these events since the last call, in milliseconds. */
async function slowestOf(page: Page, names: readonly string[]): Promise<number> {
  // the observer reports after the next paint
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))),
  );
  return page.evaluate((names) => {
    const { slowest } = window as unknown as { slowest: Record<string, number> };
    const found = Math.max(16, ...names.map((name) => slowest[name] ?? 0));
    for (const name of Object.keys(slowest)) delete slowest[name];
    return found;
  }, names);
}

const KEYS = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'];
const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'submit'];

/** @param open opens the page anew */
async function measure(page: Page, open: () => Promise<unknown>) {
  const field = (name: string) => page.locator(`form [name="${name}"]`);
  await open();
  await slowestOf(page, PRESS);
  await page.locator('form button:not([type=button])').last().click();
  const sending = await slowestOf(page, PRESS);
  await open();
  await field('name').focus();
  await page.keyboard.press('T');
  const firstKey = await slowestOf(page, KEYS);
  const keyIn = async (name: string) => {
    await field(name).focus();
    await page.keyboard.type(ENQUIRY[name as keyof typeof ENQUIRY].slice(0, 8), { delay: 60 });
    return slowestOf(page, KEYS);
  };
  const name = await keyIn('name');
  const message = await keyIn('message');
  await field('message').evaluate((it: HTMLTextAreaElement, text) => {
    const source = it.ownerDocument.createElement('textarea');
    source.value = text;
    document.body.append(source);
    source.select();
    document.execCommand('copy');
    source.remove();
    it.select();
  }, 'A line of a long message\n'.repeat(LINES));
  await slowestOf(page, [...KEYS, 'paste']);
  await page.keyboard.press('ControlOrMeta+v');
  const paste = await slowestOf(page, [...KEYS, 'paste']);
  return {
    'Send with errors': sending,
    'first key': firstKey,
    'key in the name': name,
    'key in the message': message,
    'paste of 10,000 lines': paste,
  };
}

const browser = await chromium.launch({ ...testBrowser, args: browserFlags });
const site = await startSiteServer(1);
try {
  type Figures = Awaited<ReturnType<typeof measure>>;
  const results: { form: Figures; bare: Figures }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(watch);
    await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
    const bare = await measure(page, () => page.goto(new URL('/bare', site.url).href));
    const form = await measure(page, async () => {
      await page.goto(new URL(contactPlace.path, site.url).href);
      await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
      // a finger needs longer
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    });
    results.push({ form, bare });
    await page.close();
  }
  const names = Object.keys(results[0]?.form ?? {}) as (keyof Figures)[];
  const figure = (kind: 'form' | 'bare', name: keyof Figures) => median(results.map((result) => result[kind][name]));
  const ratio = (name: keyof Figures) => figure('form', name) / figure('bare', name);
  console.table(
    names.map((interaction) => ({
      interaction,
      'form ms': figure('form', interaction).toFixed(0),
      'bare ms': figure('bare', interaction).toFixed(0),
      'x bare': ratio(interaction).toFixed(1),
    })),
  );
  judge([
    [`first key at most ${MOST_FIRST_KEY} x the bare form`, ratio('first key') <= MOST_FIRST_KEY],
    [`Send with errors at most ${MOST_SEND} x the bare form`, ratio('Send with errors') <= MOST_SEND],
    [`Send with errors at most ${GOOD} ms`, figure('form', 'Send with errors') <= GOOD],
    [
      `keys at most ${GOOD_KEY} ms`,
      (['key in the name', 'key in the message'] as const).every((name) => figure('form', name) <= GOOD_KEY),
    ],
  ]);
} finally {
  await browser.close();
  await site.stop();
}
