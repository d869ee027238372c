import type { Page } from '@playwright/test';
import { site } from '../../src/content/site.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { parts } from '../support/parts.ts';
import { addresses } from '../support/places.ts';
import {
  edgeFaults,
  focusFaults,
  gluedTexts,
  listen,
  lossFaults,
  nameFaults,
  settle,
  smallTargets,
  timesSaid,
} from './audits.ts';
import { axeFaults } from './axe.ts';
import { expect, open, test } from './fixtures.ts';
import { stateNoise, visits } from './visits.ts';

// without motion: what rises covers a part of what is below it
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(...stateNoise);
});

const SIZES = [
  // 1280 × 1024 px at 400 % zoom
  [320, 256, '100%'],
  [320, 740, '200%'],
  [360, 740, '200%'],
  [720, 800, '200%'],
  [768, 800, '100%'],
  [1280, 800, '200%'],
] as const;

/** WCAG 1.4.12 */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const SPACED_SIZES = [
  [320, 740, '100%'],
  [320, 740, '200%'],
  [1024, 740, '100%'],
] as const;

/** @param part of the page that axe examines @returns each fault with the first place where it is found */
async function examine(page: Page, part: string): Promise<string[]> {
  const found = new Map<string, string>();
  const note = (where: string, faults: readonly string[]) => {
    for (const fault of faults) if (!found.has(fault)) found.set(fault, `${fault} [${where}]`);
  };
  // an element under the pointer would be in the middle of a colour change
  await page.mouse.move(0, 0);
  note('any size', await nameFaults(page));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      note(`${width} px, ${colorScheme}`, await axeFaults(page, colorScheme === 'dark', part));
    }
    note(`${width} px`, await smallTargets(page));
    note(`${width} px`, await gluedTexts(page));
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await settle(page);
    note(`more contrast, ${colorScheme}`, await axeFaults(page, true, part));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: null, forcedColors: 'active' });
  // axe cannot measure forced colours: computed colours differ from the shown ones
  note('forced colours', await edgeFaults(page));
  await page.emulateMedia({ forcedColors: null });
  for (const [width, height, textSize] of SIZES) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, textSize);
    note(`${width} px, text ${textSize}`, await lossFaults(page));
  }
  await setTextSpacing(page, TEXT_SPACING);
  for (const [width, height, textSize] of SPACED_SIZES) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, textSize);
    // long words may break where the letters are enlarged and spaced
    const loss = (await lossFaults(page)).filter((fault) => !fault.startsWith('a word is broken'));
    note(`${width} px, text ${textSize} and spaced`, loss);
  }
  return [...found.values()];
}

/** The content security policy forbids style elements. */
const setTextSpacing = (page: Page, rules: string) =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, rules);

const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

for (const { name, kind, enter, said = [] } of visits) {
  test(`${name} is accessible, and says what happens once`, async ({ page }) => {
    await listen(page);
    await enter(page);
    for (const words of said) expect(await timesSaid(page, words), words).toBe(1);
    expect(await examine(page, kind === 'state' ? 'main' : 'html')).toEqual([]);
    if (kind === 'notice') await expectFocusBesideNotices(page);
  });
}

/** With the notice of another form too. */
async function expectFocusBesideNotices(page: Page): Promise<void> {
  await page.locator(parts.notice).evaluate((box) => box.after(box.cloneNode(true)));
  for (const height of [256, 568]) {
    await page.setViewportSize({ width: 320, height });
    const seen = (await focusFaults(page)).filter((fault) => !fault.includes('does not reach'));
    expect(seen, `${height} px`).toEqual([]);
  }
}

test('headings grow with the text of the reader, and stay larger than the text', async ({ page }) => {
  const sizes = () =>
    page.evaluate(
      (selectors) =>
        selectors.map((selector) => {
          const element = document.querySelector(`main ${selector}`);
          return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
        }),
      ['h1', 'h2', parts.lead],
    );
  for (const path of addresses) {
    await open(page, path);
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await setTextSize(page, '100%');
      const [h1 = 0, h2 = 0] = await sizes();
      await setTextSize(page, '200%');
      const [largeH1 = 0, largeH2 = 0, largeLead = 0] = await sizes();
      const where = `${path}, ${width} px`;
      expect.soft(largeH1, where).toBeGreaterThan(h1);
      expect.soft(largeH1 / largeLead, where).toBeGreaterThan(1.3);
      expect.soft(largeH2 / h2, where).toBeGreaterThan(1.3);
    }
  }
});

test('the link of an address has the address as its name', async ({ page }) => {
  for (const path of [contactPlace.path, homePlace.path]) {
    await open(page, path);
    const chromium = await page.context().newCDPSession(page);
    const { nodes } = await chromium.send('Accessibility.getFullAXTree');
    const links = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name?.value);
    expect(links, path).toEqual(expect.arrayContaining([site.phone, site.email]));
  }
});

for (const [width, height, colorScheme] of [
  [320, 256, 'light'],
  [1280, 740, 'dark'],
] as const) {
  test(`the focus is always visible, ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    for (const path of addresses) {
      await open(page, path);
      expect.soft(await focusFaults(page), path).toEqual([]);
    }
  });
}
