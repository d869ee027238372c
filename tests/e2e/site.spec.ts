import { routes } from '../../src/routes.ts';
import { expect, test } from './fixtures.ts';

test('a deep link opens, and opens again on reload', async ({ page }) => {
  for (const { path, title } of Object.values(routes)) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page).toHaveTitle(new RegExp(title));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('an unknown address is a real 404 with a helpful page', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  for (const path of ['/nowhere', '/public', '/public/', '/public/index/more']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This branch ends here');
  }
});

test('a page whose code was replaced by a deployment recovers by reloading once', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource/);
  await page.goto('/public/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let requests = 0;
  await page.route('**/assets/AboutUsPage-*.js', (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  expect(requests).toBe(2);
});

test('a page whose code stays away is told, with a way home', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: /);
  await page.goto('/public/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/assets/AboutUsPage-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
  await expect(page.getByRole('alert')).toContainText('This page did not open');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Strong roots' })).toBeVisible();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu is a disclosure that closes on navigation, on Escape and on Back', async ({
    page,
  }) => {
    await page.goto('/public/index');
    const menu = page.getByRole('navigation', { name: 'Main' });
    const toggle = page.getByRole('banner').getByText('Menu');
    await expect(menu).toBeHidden();
    await toggle.click();
    await menu.getByRole('link', { name: 'About us' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await expect(menu).toBeHidden();
    await toggle.click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/public/index');
    await expect(menu).toBeHidden();
  });
});

test('nothing scrolls sideways', async ({ page }) => {
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of Object.values(routes)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} at ${width} px`).toBe(0);
    }
  }
});
