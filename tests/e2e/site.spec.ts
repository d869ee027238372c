import { type IncomingMessage, request } from 'node:http';
import { routes } from '../../src/routes.ts';
import { expect, open, takenOver, test } from './fixtures.ts';

test('a deep link opens, and opens again on reload', async ({ page }) => {
  for (const { path, title } of Object.values(routes)) {
    const answer = await open(page, path);
    expect(answer?.status(), path).toBe(200);
    await expect(page).toHaveTitle(new RegExp(title));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('an unknown address is a real 404 with a helpful page', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  for (const path of ['/nowhere', '/public', '/public/index/more']) {
    const answer = await open(page, path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This branch ends here');
  }
});

test('the local server answers whatever is asked', async ({ stack }) => {
  const { port } = new URL(stack.siteUrl);
  /** Asks without the tidying that fetch does to an address. */
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path }, resolve).on('error', reject).end();
    });
  for (const path of [
    '//',
    '/%',
    '/../../package.json',
    '/index.html',
    '/public/index/index.html',
  ]) {
    expect((await ask(path)).statusCode, path).toBe(404);
  }
  const redirect = await ask('/public/about-us/');
  expect(redirect.statusCode).toBe(301);
  expect(redirect.headers.location).toBe('/public/about-us');
});

test('a page that could not be fetched offline opens once the connection is back', async ({
  page,
  context,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: /);
  await open(page, '/public/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = page.getByRole('banner').getByRole('link', { name: 'About us' });
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole('heading', { name: 'This page did not open' })).toBeFocused();
  await expect(page).toHaveTitle(/This page did not open/);
  await context.setOffline(false);
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
});

test('a page whose code was replaced by a deployment recovers by reloading once', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/^error: Failed to load resource/);
  await open(page, '/public/index');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/AboutUsPage-*.js', (route) =>
    loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL('/public/about-us');
  await takenOver(page);
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  expect(loads).toBe(1);
});

test('a page whose code stays away can be read nevertheless', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: /);
  await open(page, '/public/index');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/AboutUsPage-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
  // reloaded once in the hope of the new code, and once only
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Strong roots' })).toBeVisible();
  expect(loads).toBeLessThanOrEqual(2);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu is a disclosure that closes on navigation, on Escape and on Back', async ({
    page,
  }) => {
    await open(page, '/public/index');
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

test('the service names have room at every width', async ({ page }) => {
  await open(page, '/public/service');
  for (const width of [320, 360, 719, 720, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const list = await page
      .getByRole('list')
      .filter({ has: page.getByRole('heading') })
      .boundingBox();
    for (const name of await page.getByRole('main').getByRole('heading', { level: 3 }).all()) {
      const box = await name.boundingBox();
      expect(box?.width).toBeGreaterThan((list?.width ?? 0) * 0.25);
      expect(box?.width).toBeGreaterThan(200);
    }
  }
});
