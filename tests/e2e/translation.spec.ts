import type { Page } from '@playwright/test';
import { site } from '../../src/content/site.ts';
import { crash } from '../../src/content/words/crash.ts';
import aboutPlace from '../../src/pages/about-us/place.ts';
import { aboutUs } from '../../src/pages/about-us/words.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import workPlace from '../../src/pages/our-work/place.ts';
import privacyPlace from '../../src/pages/privacy/place.ts';
import { formStates, NO_ANSWER_YET, REFERENCE, UNREACHABLE } from '../../src/states/formStates.ts';
import { later } from '../support/later.ts';
import { menu } from '../support/places.ts';
import { ENQUIRY, SUBMIT } from '../support/press.ts';
import { test as base, CONFIRMATION, expect, liftTimeLimit, open } from './fixtures.ts';
import { answerWith, enter, sendWithoutScript, stateNoise } from './formStates.ts';

/* Two visitors do the same. One has Chrome's translation, and must read the same text as the other. */

type Act = (page: Page) => Promise<unknown>;

const test = base.extend<{
  readonly both: (act: Act, shows?: string) => Promise<void>;
}>({
  both: async ({ page, browser, expectedNoise }, use) => {
    expectedNoise.push(...stateNoise);
    const context = await browser.newContext();
    await liftTimeLimit(context);
    const pages = [page, await context.newPage()] as const;
    await use(async (act, shows) => {
      await Promise.all(
        pages.map(async (it) => {
          await act(it);
          if (shows) await expect(it.getByText(shows).first()).toBeVisible(patiently);
        }),
      );
      await expect(async () => {
        const [translated, original] = await Promise.all(pages.map(wordsOf));
        expect(translated).toEqual(original);
      }).toPass(patiently);
      expect(await page.evaluate(translatedNames, names)).toEqual([]);
    });
    await context.close();
  },
});

const patiently = { timeout: 120_000, intervals: [20, 50, 100] };
test.use({ contextOptions: { reducedMotion: 'reduce' } });

function translate(): void {
  const seen = new WeakSet<Node>();
  const look = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const { parentElement: parent, data } = text;
      if (seen.has(text) || data.trim() === '' || parent?.closest('font, script, style, [translate=no]')) continue;
      seen.add(text);
      if (parent?.matches('title')) {
        text.data = `«${data}»`;
        continue;
      }
      const font = document.createElement('font');
      font.append(`«${data}»`);
      text.replaceWith(font);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
  look();
}

async function wordsOf(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
  return text
    .replaceAll(/[«»]/g, '')
    .replaceAll(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g, REFERENCE)
    .split(/\s+/);
}

/** A sentence may name the firm. */
const names = {
  exact: [site.phone, site.email, site.address.street, REFERENCE],
  alone: [site.name, site.legalName],
};

function translatedNames({ exact, alone }: typeof names): string[] {
  const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll(/[«»]/g, '');
  return [...document.querySelectorAll('body *:not([translate=no], [translate=no] *, :has([translate=no]))')]
    .filter((it) => exact.some((name) => textOf(it).includes(name)) || alone.includes(textOf(it).trim()))
    .map((element) => element.outerHTML);
}

const fill =
  (texts: Readonly<Record<string, string>>): Act =>
  async (page) => {
    for (const [name, text] of Object.entries(texts)) {
      const field = page.locator(`#contact-form [name="${name}"]`);
      await field.fill(text);
      await field.blur();
    }
  };
const send: Act = (page) => page.locator(SUBMIT).click();
const press =
  (selector: string): Act =>
  async (page) => {
    const button = page.locator(selector);
    if (await button.isVisible()) await button.press('Enter');
  };
const follow =
  (path: string): Act =>
  (page) =>
    page.locator(`footer a[href="${path}"]`).first().press('Enter');
const setOffline =
  (isOffline: boolean): Act =>
  (page) =>
    page.context().setOffline(isOffline);

const wrong = { name: 'E', surname: '', email: 'thandi@gmail.con', contactNumber: '021 123 4567', message: '' };

// the next test covers a form that waits for its answer
const states = formStates.filter((it) => it.answer !== NO_ANSWER_YET && !it.differsInWords);

for (const state of states) {
  test(`a translated form continues from state ${state.name}`, async ({ page, both }) => {
    await both((page) => enter(page, state));
    await page.evaluate(translate);
    await both(setOffline(true));
    await both(setOffline(false));
    await both(press('.field-suggestion button'));
    await both(press('.contact-form-sent button'));
    await both(press('.contact-form-draft button'));
    await both(fill(wrong), 'Did you mean');
    await both(fill({ email: 'thandi@firm.consulting' }), 'WhatsApp us');
    await both(send, 'Please fix these');
    await both(fill(ENQUIRY));
    await both((page) => answerWith(page, 'success'));
    await both(send, CONFIRMATION);
  });
}

test('a translated site reports the outcome of a message on every page', async ({ page, both }) => {
  await both((page) => open(page, contactPlace.path));
  await page.evaluate(translate);
  await both(fill(ENQUIRY));
  for (const [situation, notice, outcome] of [
    ['a fault of our own', 'Your message was not sent.', 'a problem with our server'],
    [UNREACHABLE, 'We don’t know', 'An error occurred'],
    ['success', 'What happens next', CONFIRMATION],
  ] as const) {
    const given = later();
    await both((page) => answerWith(page, situation, given.promise));
    await both(fill({ message: `A story: ${situation}` }));
    await both(send, 'Sending...');
    // words of that page alone: its title is in every menu
    await both(follow(aboutPlace.path), aboutUs.who.heading);
    await both(follow(contactPlace.path), 'It’s still being sent');
    await both(follow(aboutPlace.path), aboutUs.who.heading);
    await both(async () => given.resolve(), notice);
    await both(follow(contactPlace.path), outcome);
  }
  await both(press('.contact-form-sent button'), 'Your reference is');
});

test('a translated site can be navigated, and recovers from a page that did not open', async ({ page, both }) => {
  await both((page) => open(page, homePlace.path));
  await page.evaluate(translate);
  await both(setOffline(true));
  await both(follow(aboutPlace.path), crash.heading);
  await both(setOffline(false));
  for (const { path, title } of [...menu, workPlace, privacyPlace]) {
    await both(follow(path), title);
  }
  await both((page) => page.goBack());
  await both((page) => page.setViewportSize({ width: 360, height: 740 }));
  await both(press('header summary'));
  await both(press(`header nav a[href="${homePlace.path}"]`), site.slogan);
});

test('no translator changes a reference, an address or the name of the firm', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  for (const enter of [(page: Page) => open(page, '/nowhere'), sendWithoutScript]) {
    await enter(page);
    expect(await page.evaluate(translatedNames, names)).toEqual([]);
  }
  await sendWithoutScript(page, 'Without a script');
  await expect(page.locator('.reference[translate=no]')).toBeVisible();
});
