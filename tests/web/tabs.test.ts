import fc from 'fast-check';
import { beforeEach, test, vi } from 'vitest';
import { type Answer, Browser, type Tab } from './support/tabs.ts';

/* Two tabs with one form, in every order. tests/e2e/journeys/tabs.spec.ts has two real ones. */

type Step = (browser: Browser, tab: Tab) => Promise<void> | undefined;

const isFree = ({ close, isLocked }: Tab) => close !== undefined && !isLocked;

const answers = fc.constantFrom<Answer>('confirmed', 'confirmed', 'refused', 'lost', 'never arrived');

/** What a visitor, the network or the browser does, if it is possible then. */
const often: Readonly<Record<string, fc.Arbitrary<Step>>> = {
  type: fc.constantFrom('A', 'B').map((text) => (browser, tab) => {
    if (!isFree(tab)) return;
    return browser.act(tab, () => {
      if (tab.text === '') tab.thread = browser.threads += 1;
      Object.assign(tab, { text, hasTyped: true });
      tab.drafts.saveLater();
    });
  }),
  send: fc.constant((browser, tab) => {
    if (!isFree(tab) || tab.text === '') return;
    return browser.act(tab, () => {
      tab.isLocked = true;
      tab.submit({ message: tab.text }, { elapsed: undefined, honeypot: '' });
    });
  }),
  answer: fc.tuple(fc.nat(), answers).map(([index, given]) => (browser) => {
    const open = browser.requests.filter((request) => request.given === undefined);
    const request = open[index % open.length];
    return request && browser.answer(request, given);
  }),
  'go and come back': fc.constant((browser, tab) => {
    if (!tab.close) return;
    return browser.act(tab, () => {
      tab.leave();
      browser.show(tab, true);
    });
  }),
  another: fc.constant((browser, tab) => {
    if (tab.receipt === null) return;
    return browser.act(tab, () => {
      tab.drafts.clear();
      tab.submission.startAfresh();
      browser.show(tab, false);
    });
  }),
};

const seldom: typeof often = {
  // a hidden tab saves at once
  hide: fc.constant((browser, tab) => browser.hide(tab)),
  hear: fc.constant((browser, tab) => browser.hear(tab)),
  clear: fc.constant((browser, tab) => {
    const { close, text, thread } = tab;
    if (!close || text === '') return;
    return browser.act(tab, () => {
      browser.cleared.add(`${thread} ${text}`);
      tab.drafts.clear();
      tab.leave();
      tab.text = '';
      browser.show(tab, false);
      tab.cleared = { text, thread };
    });
  }),
  undo: fc.constant((browser, tab) => {
    const { close, cleared, text } = tab;
    if (!close || !cleared || text !== '') return;
    return browser.act(tab, () => {
      Object.assign(tab, cleared);
      tab.drafts.undo();
      tab.leave();
      browser.show(tab, true);
    });
  }),
  // some browsers fill in the fields again
  reload: fc.boolean().map(
    (fillsIn) => (browser, tab) =>
      browser.act(tab, () => {
        tab.leave();
        tab.load();
        if (tab.receipt === null) browser.show(tab, true, fillsIn ? tab.text : '');
      }),
  ),
  'close and open another': fc.constant((browser, tab) =>
    browser.act(tab, () => {
      tab.leave();
      tab.session.items.clear();
      tab.text = '';
      tab.load();
      browser.show(tab, true);
    }),
  ),
};

const named = (steps: typeof often, weight: number) =>
  Object.entries(steps).map(([name, arbitrary]) => ({
    weight,
    arbitrary: fc
      .record({ step: arbitrary, at: fc.constantFrom(0 as const, 1 as const), isCalm: fc.boolean() })
      .map((move) => ({ ...move, [fc.toStringMethod]: () => `${name} in ${move.at}${move.isCalm ? ' …' : ''}` })),
  }));

const walk = fc.array(fc.oneof(...named(often, 4), ...named(seldom, 1)), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});

async function calmDown(browser: Browser) {
  for (const tab of browser.tabs) await browser.hide(tab);
  for (const tab of browser.tabs) await browser.hear(tab);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => vi.useRealTimers();
});

test('whatever two tabs do, no text is lost, nothing untrue is said, and one message has one key', async () => {
  const property = fc.asyncProperty(walk, async (moves) => {
    const browser = new Browser();
    for (const { step, at, isCalm } of moves) {
      await step(browser, browser.tabs[at]);
      if (isCalm) await calmDown(browser);
    }
  });
  await fc.assert(property, { seed: 20261129, numRuns: 100 });
});
