import type { Locator, Page } from '@playwright/test';
import { home } from '../../src/pages/home/words.ts';
import { expect, open, test } from './fixtures.ts';

const hidden = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter((element) => getComputedStyle(element).opacity === '0').length,
  );

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

test.describe('revealed content', () => {
  test('is never hidden above the fold', async ({ page }) => {
    await openHome(page);
    const above = await page.evaluate(
      () =>
        [...document.querySelectorAll('[data-aos]')].filter(
          (element) => element.getBoundingClientRect().top < window.innerHeight,
        ).length,
    );
    expect(above).toBe(0);
  });

  for (const [when, act] of [
    ['it is scrolled to', async () => {}],
    ['its page is opened later', (page) => followServices(page.getByRole('banner'))],
    [
      'the content above it shrinks',
      (page) => page.evaluate(() => document.querySelector('h1')?.parentElement?.remove()),
    ],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`is visible when ${when}`, async ({ page }) => {
      await openHome(page);
      expect(await hidden(page)).toBeGreaterThan(0);
      await act(page);
      await expect(marked(page).first()).toBeAttached();
      await toTheEnd(page);
      await expect.poll(() => hidden(page)).toBe(0);
    });
  }

  test('takes about two seconds to appear', async ({ page }) => {
    await openHome(page);
    await toTheEnd(page);
    await expect.poll(() => hidden(page)).toBe(0);
    const durations = await marked(page).evaluateAll((elements) =>
      elements.map((element) => Number.parseFloat(getComputedStyle(element).transitionDuration)),
    );
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(1.5);
    expect(Math.max(...durations)).toBeLessThanOrEqual(2.5);
  });

  test('is visible in print', async ({ page }) => {
    await openHome(page);
    expect(await hidden(page)).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await hidden(page)).toBe(0);
  });

  test('is visible at once for the keyboard', async ({ page }) => {
    await open(page, '/public/index');
    await page.getByText(home.why.heading).evaluate((heading) => {
      const link = document.createElement('a');
      link.href = '#';
      link.id = 'inside';
      heading.closest('section')?.querySelector('li')?.append(link);
    });
    await expect(marked(page).first()).toBeAttached();
    await page.locator('#inside').focus();
    const item = page.locator('li', { has: page.locator('#inside') });
    expect(await item.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing is hidden', async ({ page }) => {
    await open(page, '/public/index');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await toTheEnd(page);
    await followServices(page.getByRole('contentinfo'));
    await expect.poll(() => scrollY(page)).toBe(0);
    expect(await hidden(page)).toBe(0);
    expect(await marked(page).count()).toBe(0);
  });

  test('nothing stays hidden when the setting changes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openHome(page);
    expect(await hidden(page)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await hidden(page)).toBe(0);
  });
});
