import type { Page } from '@playwright/test';
import { documentTitle, site } from '../../src/content/site.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { ask } from '../hosting/support/ask.ts';
import { elsewhere } from '../support/places.ts';
import { expect, open, takenOver, test } from './fixtures.ts';

const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestIdleCallback(() => resolve()));
      }),
  );

async function watchNavigation(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    const scrollTo = window.scrollTo.bind(window) as (x: number, y: number) => void;
    window.scrollTo = ((x: number, y: number) => {
      changes.push(`scrolled to ${y}`);
      scrollTo(x, y);
    }) as typeof window.scrollTo;
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLHeadingElement) changes.push(`focus on ${target.textContent}`);
    });
    const status = document.querySelector('#root > .visually-hidden[role="status"]');
    if (status === null) throw new Error('Nothing announces pages.');
    new MutationObserver(() => changes.push(`announced ${status.textContent}`)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { changes: string[] }).changes);
}

test('the local server answers any request', async ({ stack }) => {
  const port = Number(new URL(stack.siteUrl).port);
  for (const path of ['//', '/%', '/../../package.json']) {
    expect((await ask(port, path)).status, path).toBe(404);
  }
});

test.describe('navigation with the keyboard', () => {
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const announced = (page: Page) => page.locator('#root > .visually-hidden[role="status"]');

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

  test('does not include the skip link', async ({ page }) => {
    await goAndSkip(page);
    await expect(announced(page)).toHaveText(documentTitle(elsewhere));
    const changes = await watchNavigation(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${elsewhere.path}#main`);
    await expect(page.locator('main')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(elsewhere.path);
    await idle(page);
    expect(await changes()).toEqual([]);
  });

  test('includes going back over the skip link to the page before', async ({ page }) => {
    await goAndSkip(page);
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(homePlace.path);
    await expect(heading(page)).toHaveText(site.slogan);
    await expect(heading(page)).toBeFocused();
    await expect(announced(page)).toHaveText(documentTitle(homePlace));
  });
});

test('an address in other letter case redirects to the page', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  const [, folder = '', first = '', rest = ''] = /^\/(.*)\/(.)(.*)$/.exec(elsewhere.path) ?? [];
  const name = first + rest;
  const escaped = `%${first.charCodeAt(0).toString(16)}${rest}`;
  for (const path of [
    `/${folder.toUpperCase()}/${name.toUpperCase()}`,
    `/${name}`,
    `/${folder}/${escaped}`,
    `/${folder}/${name}/`,
  ]) {
    await open(page, path);
    await expect.soft(page, path).toHaveURL(elsewhere.path);
    await expect.soft(page, path).toHaveTitle(documentTitle(elsewhere));
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(elsewhere.title);
    await expect.soft(page.locator('meta[name="robots"]'), path).toHaveCount(0);
  }
});

test('an ad blocker that removes the social links does not crash the page', async ({ page }) => {
  await open(page, contactPlace.path);
  await page.evaluate(() => document.querySelector('.social-links')?.remove());
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

test('the address beside the form can be reached in a low window', async ({ page }) => {
  for (const height of [400, 480, 540, 600, 700, 900]) {
    await page.setViewportSize({ width: 1280, height });
    await open(page, contactPlace.path);
    const address = page.getByRole('main').getByText(site.address.street);
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
