import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { formWords } from '../../src/content/words/form.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { settle } from '../e2e/audits.ts';
import { dressed, fillForm, mailAbout, open, openUnready, test } from '../e2e/fixtures.ts';
import { sendWithoutScript, stateNoise, visits } from '../e2e/visits.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 60_000 });
test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(...stateNoise);
});

const SCHEMES = ['light', 'dark'] as const;
const SHEET = 794;

async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  await settle(page);
  // the browser draws the part below a resized window only for the first picture
  await page.screenshot({ fullPage });
  await page.screenshot({ path: `${root}shots/${name}.png`, fullPage, animations: 'disabled' });
}

const WIDTHS = { page: [360, 768, 1280, 1920], state: [360, 1280], notice: [360, 1280], menu: [360] };

for (const { name, kind, enter } of visits) {
  test(name, async ({ page }) => {
    await enter(page);
    for (const width of WIDTHS[kind]) {
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        // a notice is beside the part of the page that shows
        await shoot(page, `${name}.${width}.${colorScheme}`, kind !== 'notice');
      }
    }
  });
}

test('print', async ({ page }) => {
  await page.setViewportSize({ width: SHEET, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  for (const { name, enter } of visits.filter(({ name }) => /^(?:service|privacy)$/.test(name))) {
    await enter(page);
    await shoot(page, `${name}.print`);
  }
});

test('forced-colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const { name, enter } of visits.filter(({ name }) => /^(?:index|contact-us\.invalid)$/.test(name))) {
    await enter(page);
    await shoot(page, `${name}.forced-colours`);
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

const PORTFOLIO = [
  {
    name: 'this-website',
    options: { viewport: { width: 1200, height: 690 }, deviceScaleFactor: 1.2 },
    enter: (page: Page) => open(page, homePlace.path),
  },
  {
    name: 'form-offline',
    options: { viewport: { width: 360, height: 500 }, deviceScaleFactor: 1.6 },
    async enter(page: Page) {
      await open(page, contactPlace.path);
      await fillForm(page, 'A quote for a mobile app');
      await page.getByLabel('Message', { exact: true }).fill('We need an app for our deliveries. Can you call me?');
      await page.context().setOffline(true);
      await page.getByText(formWords.offline.kept).click();
      const send = page.getByRole('button', { name: formWords.form.submit });
      await send.evaluate((button) => {
        button.style.scrollMarginBlockEnd = '1.5rem';
        button.scrollIntoView({ block: 'end' });
      });
    },
  },
];

/** In both colour schemes, beside the identity's other pictures. */
for (const { name, options, enter } of PORTFOLIO) {
  test.describe('for the portfolio', () => {
    test.use(options);

    test(name, async ({ page }) => {
      await enter(page);
      await dressed(page);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const picture = await page.screenshot({ animations: 'disabled' });
        await sharp(picture)
          .png({ palette: true, dither: 0, compressionLevel: 9 })
          .toFile(`${root}${readEnvironment().identity}/${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
      }
    });
  });
}
