import type { Page } from '@playwright/test';
import { documentTitle, site } from '../../../src/content/site.ts';
import { crash } from '../../../src/content/words/crash.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import homePlace from '../../../src/pages/home/place.ts';
import { later } from '../../support/later.ts';
import { parts } from '../../support/parts.ts';
import { elsewhere, places } from '../../support/places.ts';
import { ENQUIRY, fillIn, SUBMIT } from '../../support/press.ts';
import { test as base, CONFIRMATION, expect, liftTimeLimit, open, takenOver } from '../fixtures.ts';
import { formStates, UNREACHABLE } from '../formStates.ts';
import { answerWith, enter, stateNoise } from '../visits.ts';

type Act = (page: Page) => Promise<unknown>;

/** Two visitors do the same. One has Chrome's translation, and must read the same text as the other. */
const test = base.extend<{ readonly both: (act: Act, shows?: string) => Promise<void> }>({
  both: async ({ page, browser, expectedNoise }, use) => {
    expectedNoise.push(...stateNoise);
    const original = await browser.newPage();
    await liftTimeLimit(original.context());
    await use(async (act, shows = '') => {
      await Promise.all([act(page), act(original)]);
      await expect(async () => {
        const text = await textOf(page);
        expect(text).toBe(await textOf(original));
        expect(text).toContain(shows);
      }).toPass({ intervals: [20, 50, 100] });
    });
    await original.close();
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Like Chrome, wraps each text in <font>, also the ones that appear later. */
function translate(): void {
  const untranslated = `//text()[normalize-space() and not(ancestor::font or ancestor::script or ancestor::style or
    ancestor::*[@translate="no"] or (parent::title and starts-with(., "«")))]`;
  const look = () => {
    const texts = document.evaluate(untranslated, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    for (let index = 0; index < texts.snapshotLength; index += 1) {
      const text = texts.snapshotItem(index) as Text;
      const words = `«${text.data}»`;
      const font = document.createElement('font');
      font.append(words);
      text.replaceWith(text.parentElement?.localName === 'title' ? words : font);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
  look();
}

const textOf = async (page: Page) => {
  const text = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
  return text.replaceAll(/[«»]/g, '').replaceAll(/\s+/g, ' ');
};

const fill = (page: Page, texts: object) => page.evaluate(fillIn, JSON.stringify(texts));
const follow = (page: Page, path: string) => page.locator(`footer a[href="${path}"]`).first().press('Enter');
const send = (page: Page) => page.locator(SUBMIT).click();
const wrong = { name: 'E', surname: '', email: 'thandi@gmail.con', contactNumber: '021 123 4567', message: '' };

/** Each has elements of its own, and maybe a button to press. */
const STATES = [
  ['advised'],
  ['suggested', `${parts.suggestion} button`],
  ['unreachable'],
  ['sent', `${parts.confirmation} button`],
  ['draft', `${parts.draft} button`],
] as const;

for (const [name, button] of STATES) {
  test(`a translated form continues from state ${name}`, async ({ page, both }) => {
    const state = formStates.find((each) => each.name === name);
    if (state === undefined) throw new Error(`No state of the form is called ${name}.`);
    await both((it) => enter(it, state));
    await page.evaluate(translate);
    await both((it) => it.context().setOffline(true));
    await both((it) => it.context().setOffline(false));
    if (button !== undefined) await both((it) => it.locator(button).press('Enter'));
    await both((it) => fill(it, wrong), 'Did you mean');
    await both((it) => fill(it, { email: 'thandi@firm.consulting' }), 'Email us');
    await both(send, 'Please fix these');
    await both((it) => fill(it, ENQUIRY));
    await both((it) => answerWith(it, 'success'));
    await both(send, CONFIRMATION);
  });
}

test('a translated site reports the outcome of a message on every page', async ({ page, both }) => {
  await both((it) => open(it, contactPlace.path));
  await page.evaluate(translate);
  await both((it) => fill(it, ENQUIRY));
  for (const [situation, notice, outcome] of [
    ['a fault of our own', 'Your message was not sent.', 'a problem with our server'],
    [UNREACHABLE, 'We don’t know', 'An error occurred'],
    ['success', 'What happens next', CONFIRMATION],
  ] as const) {
    const given = later();
    await both((it) => answerWith(it, situation, given.promise));
    await both((it) => fill(it, { message: `A story: ${situation}` }));
    await both(send, 'Sending...');
    await both((it) => follow(it, elsewhere.path), documentTitle(elsewhere));
    await both((it) => follow(it, contactPlace.path), 'It’s still being sent');
    await both((it) => follow(it, elsewhere.path), documentTitle(elsewhere));
    await both(async () => given.resolve(), notice);
    await both((it) => follow(it, contactPlace.path), outcome);
  }
  await both((it) => it.locator(`${parts.confirmation} button`).press('Enter'), 'Your reference is');
});

test('a translated site can be navigated, and recovers from a page that did not open', async ({ page, both }) => {
  await both((it) => open(it, homePlace.path));
  await page.evaluate(translate);
  await both((it) => it.context().setOffline(true));
  await both((it) => follow(it, elsewhere.path), crash.heading);
  await both((it) => it.context().setOffline(false));
  // the error needs a reload, which ends the translation
  await both((it) => follow(it, homePlace.path), documentTitle(homePlace));
  await both(takenOver);
  await page.evaluate(translate);
  for (const place of places) await both((it) => follow(it, place.path), documentTitle(place));
  await both((it) => it.goBack());
  await both((it) => it.setViewportSize({ width: 360, height: 740 }));
  await both((it) => it.locator('header summary').press('Enter'));
  await both((it) => it.locator(`header nav a[href="${homePlace.path}"]`).press('Enter'), site.slogan);
});
