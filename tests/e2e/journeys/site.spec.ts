import type { Page } from '@playwright/test';
import { documentTitle, site } from '../../../src/content/site.ts';
import { crash } from '../../../src/content/words/crash.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import homePlace from '../../../src/pages/home/place.ts';
import { elsewhere } from '../../support/places.ts';
import { expect, open, takenOver, test } from '../fixtures.ts';
import { crashPage, stateNoise } from '../visits.ts';

const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestIdleCallback(() => resolve()));
      }),
  );

test.describe('navigation with the keyboard', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  async function goAndSkip(page: Page) {
    await open(page, homePlace.path);
    await page.getByRole('banner').getByRole('link', { name: elsewhere.label, exact: true }).click();
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText(elsewhere.title);
    const skip = page.getByRole('link', { name: 'Skip to content' });
    for (let stops = 0; stops < 10; stops += 1) {
      await page.keyboard.press('Shift+Tab');
      if (await skip.evaluate((link) => link === document.activeElement)) break;
    }
    await expect(skip).toBeFocused();
  }

  test('does not include the skip link, and goes back over it', async ({ page }) => {
    await goAndSkip(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${elsewhere.path}#main`);
    await expect(page.locator('main')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(elsewhere.path);
    await idle(page);
    await expect(page.locator('main')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(homePlace.path);
    await expect(heading(page)).toHaveText(site.slogan);
    await expect(heading(page)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: documentTitle(homePlace) })).toHaveCount(1);
  });
});

test('an ad blocker that removes the social links does not crash the page', async ({ page }) => {
  const [social] = site.socialLinks;
  test.skip(social === undefined, 'the firm has none');
  await open(page, contactPlace.path);
  const link = page.getByRole('contentinfo').getByRole('link', { name: social?.label ?? '' });
  // lines: filled, they would be shapes without a meaning
  await expect(link.locator('svg')).toHaveCSS('fill', 'none');
  await link.evaluate((element) => element.closest('ul')?.remove());
  await expect(link).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: elsewhere.label, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible();
});

test('a tab recovers from the next deployment too', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource/);
  await open(page, homePlace.path);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const deploy = async (page: Page, code: string) => {
    const before = loads;
    await page.route(`**/assets/${code}-*.js`, (route) =>
      loads === before ? route.fulfill({ status: 404 }) : route.continue(),
    );
  };
  const menu = page.getByRole('banner');
  await deploy(page, elsewhere.id);
  await menu.getByRole('link', { name: elsewhere.label, exact: true }).click();
  await expect.poll(() => loads).toBe(1);
  await takenOver(page);

  const fetched = page.waitForResponse(/\/assets\/services-/);
  await menu.getByRole('link', { name: 'Services', exact: true }).hover();
  await (await fetched).finished();
  await idle(page);
  await menu.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeFocused();

  await deploy(page, 'contact-us');
  await menu.getByRole('link', { name: 'Contact us', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  await takenOver(page);
  expect(loads).toBe(2);
});

// tests/e2e/journeys/translation.spec.ts recovers with a link
test('a page that could not be loaded is there after a press on the button', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  await crashPage(page);
  await page.getByRole('button', { name: crash.reload }).click();
  await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible();
});

test('a page whose style sheet did not arrive is never shown without it', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  await open(page, homePlace.path);
  const follow = () =>
    page.getByRole('banner').getByRole('link', { name: elsewhere.label, exact: true }).dispatchEvent('click');
  await page.route('**/assets/*.css', (route) => route.abort());
  await page.context().setOffline(true);
  await follow();
  await expect(page.getByRole('heading', { name: crash.heading })).toBeFocused();
  await page.context().setOffline(false);
  await page.unroute('**/assets/*.css');
  await follow();
  await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible();
  const hasRules = (link: HTMLLinkElement) => {
    try {
      return (link.sheet?.cssRules.length ?? 0) > 0;
    } catch {
      return false;
    }
  };
  for (const link of await page.locator('link[rel=stylesheet]:not([disabled])').all()) {
    expect(await link.evaluate(hasRules)).toBe(true);
  }
});

test('the site can be added to the home screen of a phone, also from a browser like Safari', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
  });
  await open(page, homePlace.path);
  await expect(page.locator('head link[rel=manifest]')).toHaveAttribute('href', '/site.webmanifest');
});

test('the address beside the form can be reached in a low window', async ({ page }) => {
  for (const height of [400, 480, 540, 600, 700, 900]) {
    await page.setViewportSize({ width: 1280, height });
    await open(page, contactPlace.path);
    const address = page.getByRole('main').getByText(site.address.town).last();
    const overhang = await address.evaluate((element) => {
      const top = element.closest('section')?.getBoundingClientRect().top ?? 0;
      window.scrollTo({ top: top + window.scrollY, behavior: 'instant' });
      // scrolls on by as much as is missing, and less than the form is high
      const { bottom } = element.getBoundingClientRect();
      window.scrollBy({ top: Math.max(0, bottom - window.innerHeight), behavior: 'instant' });
      return element.getBoundingClientRect().bottom - window.innerHeight;
    });
    expect.soft(overhang, `${height} px`).toBeLessThanOrEqual(0.5);
  }
});
