import type { Locator, Page } from '@playwright/test';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import { elsewhere } from '../../support/places.ts';
import { expect, fillForm, open, stopTime, test } from '../fixtures.ts';
import { NO_ANSWER_YET } from '../formStates.ts';
import { answerWith } from '../visits.ts';

const marked = (page: Page) => page.locator('[data-aos]');

const toTheEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

async function openHome(page: Page) {
  await open(page, '/public/index');
  await expect(marked(page).first()).toBeAttached();
}

async function followServices(part: Locator) {
  await part.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(part.page().getByRole('heading', { level: 1, name: 'Services' })).toBeFocused();
}

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

// tests/web/scrollToTop.test.ts has the steps
test('after a navigation, the page scrolls to the top', async ({ page }) => {
  await openHome(page);
  await toTheEnd(page);
  await followServices(page.getByRole('contentinfo'));
  await expect.poll(() => scrollY(page)).toBe(0);
});

/** What moves by itself. Time must stand still: an animation that has ended is not listed. */
const animations = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || effect.target === null) return [];
      const { top } = effect.target.getBoundingClientRect();
      const { translate } = getComputedStyle(effect.target);
      return {
        changes: [...new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))].filter(
          (key) => !['offset', 'computedOffset', 'easing', 'composite'].includes(key),
        ),
        duration: Number(effect.getTiming().duration),
        translate,
        isInView: top < window.innerHeight,
      };
    }),
  );

test.describe('content that rises', () => {
  test.beforeEach(({ page }) => stopTime(page));

  for (const [when, act] of [
    ['its page is opened', async () => {}],
    ['its page is opened later', (page) => followServices(page.getByRole('banner'))],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`only moves by 24 px, for about two seconds, when ${when}`, async ({ page }) => {
      await openHome(page);
      await act(page);
      await expect(marked(page).first()).toBeAttached();
      await toTheEnd(page);
      await expect(page.locator('[data-aos]:not(.aos-animate)')).toHaveCount(0);
      const found = await animations(page);
      expect(found).toHaveLength(await marked(page).count());
      for (const { changes, translate, duration } of found) {
        expect(changes).toEqual(['translate']);
        expect(translate).toBe('0px 24px');
        expect(duration).toBeGreaterThanOrEqual(1500);
        expect(duration).toBeLessThanOrEqual(2500);
      }
    });
  }

  test('begins below the window, so that nothing in view jumps', async ({ page }) => {
    // high enough for a part of the list
    await page.setViewportSize({ width: 1280, height: 1400 });
    await openHome(page);
    expect((await animations(page)).filter(({ isInView }) => isInView)).toEqual([]);
    const waiting = page.locator('[data-aos]:not(.aos-animate)');
    await waiting.first().evaluate((element) => {
      element.id = 'next';
      window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight - 24);
    });
    await expect(page.locator('#next')).toHaveClass(/aos-animate/);
  });
});

test('a page that takes long to load says so with a line that grows', async ({ page }) => {
  await openHome(page);
  // the code of the page never arrives
  await page.route(`**/assets/${elsewhere.id}-*.js`, () => {});
  const lines = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        if (!(effect instanceof KeyframeEffect) || effect.target !== document.documentElement) return [];
        const { display, height, backgroundColor } = getComputedStyle(effect.target, effect.pseudoElement);
        return display === 'none' || height === '0px' ? [] : backgroundColor;
      }),
    );
  await page.getByRole('contentinfo').getByRole('link', { name: elsewhere.label, exact: true }).click();
  await expect.poll(lines).toEqual([expect.stringMatching(/^rgb\(/)]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves while a message is sent, and the button has another colour', async ({ page }) => {
    await answerWith(page, NO_ANSWER_YET);
    await open(page, contactPlace.path);
    await fillForm(page, 'A calm message');
    const colourOf = (button: Locator) => button.evaluate((it) => getComputedStyle(it).backgroundColor);
    const send = page.getByRole('button', { name: 'Send message' });
    const ready = await colourOf(send);
    await send.press('Enter');
    const sending = page.getByRole('button', { name: 'Sending...' });
    await expect.poll(() => colourOf(sending)).not.toBe(ready);
    await expect.poll(() => animations(page)).toEqual([]);
  });

  test('nothing moves', async ({ page }) => {
    await open(page, '/public/index');
    await toTheEnd(page);
    await followServices(page.getByRole('contentinfo'));
    await expect.poll(() => scrollY(page)).toBe(0);
    expect(await marked(page).count()).toBe(0);
  });

  test('a movement ends when the setting changes', async ({ page }) => {
    await stopTime(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openHome(page);
    await toTheEnd(page);
    await expect.poll(() => animations(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations(page)).toEqual([]);
  });
});
