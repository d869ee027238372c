import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import homePlace from '../../src/pages/home/place.ts';
import { settle } from '../e2e/audits.ts';
import { dressed, expect, mailAbout, open, openUnready, test } from '../e2e/fixtures.ts';
import { crashPage, enter, leaveWhileSending, sendWithoutScript, stateNoise } from '../e2e/formStates.ts';
import { formStates } from '../states/formStates.ts';
import { elsewhere, places } from '../support/places.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 60_000 });
test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(...stateNoise);
});

const SCHEMES = ['light', 'dark'] as const;
const PAGE_WIDTHS = [360, 768, 1280, 1920];
const STATE_WIDTHS = [360, 1280];
const SHEET = 794;

const pages = [...places.map(({ path }) => path), '/not-found'].map((path) => ({
  path,
  name: path.split('/').at(-1) ?? '',
}));

async function shoot(page: Page, name: string): Promise<void> {
  await settle(page);
  // the browser draws the part below a resized window only for the first picture
  await page.screenshot({ fullPage: true });
  await page.screenshot({
    path: `${root}shots/${name}.png`,
    fullPage: true,
    animations: 'disabled',
  });
}

async function shootAll(page: Page, name: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `${name}.${width}.${colorScheme}`);
    }
  }
}

for (const { name, path } of pages) {
  test(name, async ({ page }) => {
    await open(page, path);
    await dressed(page);
    await shootAll(page, name, PAGE_WIDTHS);
  });
}

for (const state of formStates) {
  test(`contact-us.${state.name}`, async ({ page }) => {
    await enter(page, state);
    await shootAll(page, `contact-us.${state.name}`, STATE_WIDTHS);
  });
}

for (const [name, subject] of [
  ['refused', undefined],
  ['sent', 'For a picture'],
] as const) {
  test(`contact-us.${name}-without-script`, async ({ page }) => {
    await sendWithoutScript(page, subject);
    await shootAll(page, `contact-us.${name}-without-script`, STATE_WIDTHS);
  });
}

for (const [name, situation, words] of [
  ['sent', 'success', 'Your message was sent.'],
  ['not-sent', 'the store cannot be written', 'Your message was not sent.'],
] as const) {
  test(`notice.${name}`, async ({ page }) => {
    await leaveWhileSending(page, situation);
    await expect(page.getByText(words)).toBeVisible();
    for (const width of STATE_WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        await page.screenshot({ path: `${root}shots/notice.${name}.${width}.${colorScheme}.png` });
      }
    }
  });
}

test('menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, elsewhere.path);
  await dressed(page);
  await page.getByRole('banner').locator('summary').click();
  await shootAll(page, 'menu', [360]);
});

test('crash', async ({ page }) => {
  await crashPage(page);
  await shootAll(page, 'crash', STATE_WIDTHS);
});

test('print', async ({ page }) => {
  await page.setViewportSize({ width: SHEET, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  for (const { name, path } of pages.filter(({ name }) => /^(?:service|privacy)$/.test(name))) {
    await open(page, path);
    await dressed(page);
    await shoot(page, `${name}.print`);
  }
});

test('forced-colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, homePlace.path);
  await dressed(page);
  await shoot(page, 'index.forced-colours');
  for (const state of formStates.filter(({ name }) => name === 'invalid')) {
    await enter(page, state);
    await shoot(page, 'contact-us.invalid.forced-colours');
  }
});

test('mail', async ({ page, stack }) => {
  await sendWithoutScript(page, 'A quote for a mobile app, for a picture');
  const { id } = await mailAbout(stack, 'for a picture');
  await openUnready(page, new URL(`email/${id}/html`, stack.inboxUrl).href);
  for (const [width, colorScheme] of [
    [400, 'light'],
    [800, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme });
    await shoot(page, `mail.${width}.${colorScheme}`);
  }
});

test.describe('for the portfolio', () => {
  test.use({ viewport: { width: 1200, height: 690 }, deviceScaleFactor: 1.2 });

  test('this-website', async ({ page }) => {
    await open(page, homePlace.path);
    await dressed(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const picture = await page.screenshot({ animations: 'disabled' });
      const name = colorScheme === 'light' ? 'this-website' : 'this-website-dark';
      await sharp(picture)
        .png({ palette: true, dither: 0, compressionLevel: 9 })
        .toFile(`${root}${readEnvironment().identity}/${name}.png`);
    }
  });
});
