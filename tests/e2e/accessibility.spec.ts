import type { Page } from '@playwright/test';
import { documentTitle, site } from '../../src/content/site.ts';
import { crash } from '../../src/content/words/crash.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { formStates } from '../states/formStates.ts';
import { addresses } from '../support/places.ts';
import { edgeFaults, focusFaults, listen, lossFaults, nameFaults, settle, smallTargets, timesSaid } from './audits.ts';
import { axeFaults, ibmFaults } from './engines.ts';
import { CONFIRMATION, dressed, expect, open, test } from './fixtures.ts';
import { crashPage, enter, leaveWhileSending, sendWithoutScript, stateNoise } from './formStates.ts';

// without motion: a half revealed element has half its contrast
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(...stateNoise);
});

const SIZES = [
  // 1280 × 1024 px at 400 % zoom
  [320, 256, '100%'],
  [360, 740, '100%'],
  [320, 740, '200%'],
  [360, 740, '200%'],
  [720, 800, '200%'],
  [768, 800, '100%'],
  [1024, 800, '200%'],
  [1280, 800, '200%'],
] as const;

class Faults {
  readonly #places = new Map<string, string[]>();

  add(place: string, faults: readonly string[]): void {
    for (const fault of faults) {
      this.#places.set(fault, [...(this.#places.get(fault) ?? []), place]);
    }
  }

  get told(): string[] {
    return [...this.#places].map(([fault, places]) => `${fault} [${places.join('; ')}]`);
  }
}

async function examine(page: Page, where: string, faults: Faults, part = 'html'): Promise<void> {
  // an element under the pointer would be in the middle of a colour change
  await page.mouse.move(0, 0);
  faults.add(where, await nameFaults(page));
  for (const width of [360, 1280]) {
    const place = `${where}, ${width} px`;
    await page.setViewportSize({ width, height: 740 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const extent = { coloursAlone: colorScheme === 'dark', part };
      faults.add(`${place}, ${colorScheme}`, await axeFaults(page, extent));
      if ((width === 1280) === (colorScheme === 'light')) {
        faults.add(`${place}, ${colorScheme}`, await ibmFaults(page, extent));
      }
    }
    faults.add(place, await smallTargets(page));
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await settle(page);
    const place = `${where}, more contrast, ${colorScheme}`;
    faults.add(place, await axeFaults(page, { coloursAlone: true, part }));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: null, forcedColors: 'active' });
  // engines cannot measure forced colours: computed colours differ from the shown ones
  faults.add(`${where}, forced colours`, await edgeFaults(page));
  await page.emulateMedia({ forcedColors: null });
  for (const [width, height, textSize] of SIZES) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, textSize);
    faults.add(`${where}, ${width} px, text ${textSize}`, await lossFaults(page));
  }
  await setTextSpacing(page, TEXT_SPACING);
  for (const [width, textSize] of [
    [320, '100%'],
    [320, '200%'],
    [1024, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await setTextSize(page, textSize);
    // long words may break where the letters are enlarged and spaced
    const loss = (await lossFaults(page)).filter(isNoBrokenWord);
    faults.add(`${where}, ${width} px, text ${textSize} and spaced`, loss);
  }
  await setTextSpacing(page, '');
  await setTextSize(page, '');
}

const isNoBrokenWord = (fault: string) => !fault.startsWith('a word is broken');

async function repeats(page: Page, words: string): Promise<string[]> {
  const times = await timesSaid(page, words);
  return times === 1 ? [] : [`"${words}" is said ${times} times`];
}

/** The content security policy forbids style elements. */
const setTextSpacing = (page: Page, rules: string) =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, rules);

/** WCAG 1.4.12 */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, size);

test('every page is accessible', async ({ page }) => {
  const faults = new Faults();
  for (const path of addresses) {
    await open(page, path);
    await dressed(page);
    await examine(page, path, faults);
  }
  expect(faults.told).toEqual([]);
});

test('every state of the form is accessible, and each message is announced once', async ({ page }) => {
  await listen(page);
  const faults = new Faults();
  for (const state of formStates.filter(({ differsInWords }) => !differsInWords)) {
    await enter(page, state);
    const said = [
      ...(state.isSubmitted || state.isOffline ? [state.shows] : []),
      ...(state.answer === undefined ? [] : ['Sending...']),
    ];
    for (const words of said) faults.add(state.name, await repeats(page, words));
    await examine(page, state.name, faults, 'main');
  }
  expect(faults.told).toEqual([]);
});

test('headings grow with the text of the reader, and stay larger than the text', async ({ page }) => {
  const sizes = () =>
    page.evaluate(() =>
      ['h1', 'h2', '.lead'].map((selector) => {
        const element = document.querySelector(`main ${selector}`);
        return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
      }),
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

test('a translation with long words fits the button', async ({ page }) => {
  await open(page, contactPlace.path);
  const button = page.getByRole('button', { name: 'Send message' });
  await button.locator('span').evaluate((text) => {
    text.textContent = 'Nachrichtenübermittlung beginnen';
  });
  for (const [width, textSize] of [
    [320, '200%'],
    [360, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await setTextSize(page, textSize);
    // a long word may break
    expect.soft((await lossFaults(page)).filter(isNoBrokenWord), `${width} px`).toEqual([]);
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

test('notices about a message on other pages are accessible', async ({ page }) => {
  await listen(page);
  const faults = new Faults();
  const notices: readonly [string, RegExp][] = [
    ['success', /Your message was sent\./],
    ['the store cannot be written', /Your message was not sent\./],
  ];
  for (const [answer, words] of notices) {
    await leaveWhileSending(page, answer);
    const notice = page.getByText(words);
    await expect(notice).toBeVisible();
    faults.add(`notice, ${answer}`, await repeats(page, (await notice.textContent()) ?? ''));
    await examine(page, `notice, ${answer}`, faults);
    // the notice of another form
    await page.locator('.submission-notice-box').evaluate((box) => box.after(box.cloneNode(true)));
    for (const height of [256, 568]) {
      await page.setViewportSize({ width: 320, height });
      const seen = (await focusFaults(page)).filter((fault) => !fault.includes('does not reach'));
      faults.add(`notice, ${answer}, ${height} px`, seen);
    }
  }
  expect(faults.told).toEqual([]);
});

test('error and loading pages are accessible', async ({ page }) => {
  const faults = new Faults();
  await sendWithoutScript(page);
  await expect(page).toHaveTitle(/^Not sent/);
  await examine(page, 'refused without script', faults);
  await sendWithoutScript(page, 'For everyone');
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  await examine(page, 'sent without script', faults);

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, homePlace.path);
  await page.getByRole('banner').locator('summary').click();
  await examine(page, 'open menu', faults);
  await crashPage(page);
  await expect(page).toHaveTitle(documentTitle({ title: crash.heading }));
  await examine(page, 'crash', faults);
  expect(faults.told).toEqual([]);
});

test('the focus is always visible', async ({ page }) => {
  const faults = new Faults();
  for (const [width, height, colorScheme] of [
    [320, 256, 'light'],
    [1280, 740, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    for (const path of addresses) {
      await open(page, path);
      faults.add(`${path}, ${width} px`, await focusFaults(page));
    }
  }
  expect(faults.told).toEqual([]);
});

test('each engine finds the violations that it is used for', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, contactPlace.path);
    await page.evaluate(() => {
      document.querySelector('label[for]')?.remove();
      // a paragraph of its own: IBM's engine skips text in a positioned element, such as the page's lead
      const pale = document.createElement('p');
      pale.textContent = 'Pale words';
      pale.style.color = matchMedia('(prefers-color-scheme: dark)').matches ? '#606060' : '#949494';
      const picture = new Image();
      picture.src = '/favicon.ico';
      document.querySelector('main')?.append(pale, picture);
      return picture.decode();
    });
    await settle(page);
    for (const [engine, rules] of [
      [axeFaults, ['axe label', 'axe color-contrast', 'axe image-alt']],
      [ibmFaults, ['IBM input_label_exists', 'IBM text_contrast_sufficient', 'IBM img_alt_valid']],
    ] as const) {
      const told = (await engine(page, { coloursAlone: false })).map((fault) => fault.split(':')[0]);
      expect(told, colorScheme).toEqual(expect.arrayContaining([...rules]));
    }
  }
});
