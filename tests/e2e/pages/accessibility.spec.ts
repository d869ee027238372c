import type { CDPSession, Page } from '@playwright/test';
import { site } from '../../../src/content/site.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import homePlace from '../../../src/pages/home/place.ts';
import { parts } from '../../support/parts.ts';
import {
  colourFaults,
  edgeFaults,
  focusFaults,
  gluedTexts,
  listen,
  lossFaults,
  nameFaults,
  type Part,
  settle,
  smallTargets,
  timesSaid,
} from '../audits.ts';
import { axeFaults } from '../axe.ts';
import { expect, startAfresh, test } from '../fixtures.ts';
import { stateNoise, type Visit, visits } from '../visits.ts';

// without motion: what rises covers a part of what is below it
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(...stateNoise);
});

const SIZES = [
  // 1280 × 1024 px at 400 % zoom
  [320, 256, '100%'],
  [320, 740, '200%'],
  [720, 800, '200%'],
  [768, 800, '100%'],
  [1280, 800, '200%'],
] as const;

/** A state adds to a page, which is examined at the other sizes too. */
const SIZES_OF_STATE = SIZES.filter(([width]) => width < 720 || width === 768);

/** WCAG 1.4.12 */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const SPACED_SIZES = [
  [320, 740, '200%'],
  [1024, 740, '100%'],
] as const;

/** Each view with whether axe examines the colours alone. */
const VIEWS = [
  [360, 'light', false],
  [360, 'dark', true],
  [1280, 'light', true],
  [1280, 'dark', false],
] as const;
/** For main alone, whose colours do not depend on the width (colourFaults in audits.ts). */
const VIEWS_OF_MAIN = VIEWS.filter(([, , coloursAlone]) => !coloursAlone);

/** @returns each fault with the first place where it is found */
async function examine(page: Page, chromium: CDPSession, part: Part): Promise<string[]> {
  const found = new Map<string, string>();
  const note = (where: string, faults: readonly string[]) => {
    for (const fault of faults) if (!found.has(fault)) found.set(fault, `${fault} [${where}]`);
  };
  // an element under the pointer would be in the middle of a colour change
  await page.mouse.move(0, 0);
  note('any size', await nameFaults(page));
  for (const [width, colorScheme, coloursAlone] of part === 'main' ? VIEWS_OF_MAIN : VIEWS) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    note(`${width} px, ${colorScheme}`, await axeFaults(page, coloursAlone, part));
    if (coloursAlone) continue;
    note(`${width} px`, await smallTargets(page));
    if (part === 'html' || width === 360) note(`${width} px`, await gluedTexts(page, chromium, part));
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await settle(page);
    note(`more contrast, ${colorScheme}`, await axeFaults(page, true, part));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: null });
  const textOf = () => page.locator('body').innerText();
  const text = await textOf();
  await page.emulateMedia({ forcedColors: 'active' });
  if ((await textOf()) !== text) note('forced colours', ['text is missing']);
  // axe cannot measure forced colours: computed colours differ from the shown ones
  note('forced colours', await edgeFaults(page));
  await page.emulateMedia({ forcedColors: null });
  for (const [width, height, textSize] of part === 'main' ? SIZES_OF_STATE : SIZES) {
    await page.setViewportSize({ width, height });
    note(`${width} px, text ${textSize}`, await lossFaults(page, textSize));
  }
  await setTextSpacing(page, TEXT_SPACING);
  for (const [width, height, textSize] of SPACED_SIZES) {
    await page.setViewportSize({ width, height });
    // long words may break where the letters are enlarged and spaced
    const loss = (await lossFaults(page, textSize)).filter((fault) => !fault.startsWith('a word is broken'));
    note(`${width} px, text ${textSize} and spaced`, loss);
  }
  await setTextSpacing(page, '');
  await setTextSize(page, '100%');
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

/** Reuses the browser context: loading axe into a new one would cost more than the examination. */
async function visit(page: Page, chromium: CDPSession, it: Visit): Promise<void> {
  const { name, kind, enter, said = [], looksLike } = it;
  await startAfresh(page);
  await enter(page);
  for (const words of said) expect.soft(await timesSaid(page, words), `${name}: ${words}`).toBe(1);
  if (looksLike !== undefined) return;
  expect.soft(await examine(page, chromium, kind === 'state' ? 'main' : 'html'), name).toEqual([]);
  if (kind === 'notice') await expectFocusBesideNotices(page, name);
  if (kind === 'page') {
    await expectLargerHeadings(page, name);
    await expectNamedAddresses(chromium, name);
    await expectPresence(page, name);
    await expectPaper(page, name);
    await expectFocus(page, name);
  }
}

const LARGEST_GROUP = 3;
const groups = Array.from({ length: Math.ceil(visits.length / LARGEST_GROUP) }, (_, index) =>
  visits.slice(index * LARGEST_GROUP, (index + 1) * LARGEST_GROUP),
);

for (const group of groups) {
  test(`accessible, and says what happens once: ${group.map(({ name }) => name).join(', ')}`, async ({ page }) => {
    await listen(page);
    const chromium = await page.context().newCDPSession(page);
    for (const each of group) await visit(page, chromium, each);
  });
}

/** With the notice of another form too. */
async function expectFocusBesideNotices(page: Page, name: string): Promise<void> {
  await page.locator(parts.notice).evaluate((box) => box.after(box.cloneNode(true)));
  for (const height of [256, 568]) {
    await page.setViewportSize({ width: 320, height });
    const seen = (await focusFaults(page)).filter((fault) => !fault.includes('does not reach'));
    expect.soft(seen, `the focus on ${name}, ${height} px`).toEqual([]);
  }
}

/** Headings grow with the text of the reader, and stay larger than the text. */
async function expectLargerHeadings(page: Page, name: string): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const [normal, large] = await page.evaluate(
      ([h1, h2, lead]) =>
        ['100%', '200%'].map((size) => {
          document.documentElement.style.fontSize = size;
          const sizeOf = (selector: string) => {
            const element = document.querySelector(`main ${selector}`);
            return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
          };
          return { h1: sizeOf(h1), h2: sizeOf(h2), lead: sizeOf(lead) };
        }),
      ['h1', 'h2', parts.lead] as const,
    );
    const where = `the headings of ${name}, ${width} px`;
    expect.soft(large?.h1, where).toBeGreaterThan(normal?.h1 ?? 0);
    expect.soft((large?.h1 ?? 0) / (large?.lead ?? 0), where).toBeGreaterThan(1.3);
    expect.soft((large?.h2 ?? 0) / (normal?.h2 ?? 0), where).toBeGreaterThan(1.3);
  }
  await setTextSize(page, '100%');
}

/** The link of an address has the address as its name. */
async function expectNamedAddresses(chromium: CDPSession, name: string): Promise<void> {
  if (![contactPlace.path, homePlace.path].some((path) => path.endsWith(`/${name}`))) return;
  const { nodes } = await chromium.send('Accessibility.getFullAXTree');
  const links = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name?.value);
  expect.soft(links, name).toEqual(expect.arrayContaining([site.phone, site.email]));
}

/** The menu marks the page, and a button under the pointer stays one. */
async function expectPresence(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 740 });
  const links = await page.locator('header nav a').evaluateAll((all) =>
    all.map((link) => ({
      isCurrent: link.ariaCurrent === 'page',
      weight: getComputedStyle(link).fontWeight,
      line: getComputedStyle(link.firstElementChild ?? link, '::after').backgroundColor,
    })),
  );
  const [{ weight, line } = { weight: '', line: '' }] = links.filter(({ isCurrent }) => !isCurrent);
  for (const current of links.filter(({ isCurrent }) => isCurrent)) {
    expect.soft([current.weight === weight, current.line === line], `the menu on ${name}`).toEqual([false, false]);
  }
  if (!contactPlace.path.endsWith(`/${name}`)) return;
  expect.soft(await colourFaults(page), name).toEqual([]);
  await page.locator(`main ${parts.button}`).first().hover();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    expect.soft(await axeFaults(page, true, `${parts.button}:hover`), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** On paper, pages can be read, even from a dark screen, and have nothing to press. */
async function expectPaper(page: Page, name: string): Promise<void> {
  const where = `${name} on paper`;
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const shown = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  expect.soft(await axeFaults(page, true), where).toEqual([]);
  expect.soft(await shown(`nav, form, button, ${parts.button}`), where).toBe(0);
  expect.soft(await shown('h1'), where).toBe(1);
  expect.soft(await page.evaluate(unprintedMarks), where).toEqual([]);
  expect.soft(await page.getByText(site.phone).filter({ visible: true }).count(), where).toBeGreaterThan(0);
  await page.emulateMedia({ media: null });
}

/** Runs in the page. Numbers and signs in the colour of the paper: their coloured grounds are not printed. */
function unprintedMarks(): string[] {
  const paper = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll('main *')].flatMap((element) =>
    ['::before', '::after']
      .map((pseudo) => getComputedStyle(element, pseudo))
      .filter(({ content, color }) => !['none', 'normal', '""'].includes(content) && color === paper)
      .map(({ content }) => `${content} of ${element.outerHTML.slice(0, 60)}`),
  );
}

const LOW_AND_DARK = [320, 256, 'dark'] as const;
const WIDE_AND_LIGHT = [1280, 740, 'light'] as const;

/** Other pages have no fields, and are examined in the low window alone. */
async function expectFocus(page: Page, name: string): Promise<void> {
  const hasForm = contactPlace.path.endsWith(`/${name}`);
  for (const [width, height, colorScheme] of hasForm ? [LOW_AND_DARK, WIDE_AND_LIGHT] : [LOW_AND_DARK]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    expect.soft(await focusFaults(page), `the focus on ${name}, ${width} px, ${colorScheme}`).toEqual([]);
  }
}
