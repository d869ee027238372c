import type { Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { readEnvironment } from '../../../scripts/environment.mjs';
import { menuRoom } from '../../../src/app/menuRoom.ts';
import { icons } from '../../../src/content/icons.ts';
import { SHARE, shareImage } from '../../../src/content/shareImage.ts';
import { documentTitle, site } from '../../../src/content/site.ts';
import { formWords } from '../../../src/content/words/form.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import homePlace from '../../../src/pages/home/place.ts';
import { messageSent } from '../../../src/pages/message-sent/words.ts';
import { inject } from '../../support/injection.ts';
import { later } from '../../support/later.ts';
import { parts } from '../../support/parts.ts';
import { addresses, elsewhere, places as pages } from '../../support/places.ts';
import { ENQUIRY, fieldNames, settled } from '../../support/press.ts';
import {
  CONFIRMATION,
  dressed,
  expect,
  fillForm,
  mailAbout,
  open,
  openUnready,
  PROMISE,
  reload,
  takenOver,
  test,
} from '../fixtures.ts';
import { UNREACHABLE } from '../formStates.ts';
import { answerWith, stateNoise } from '../visits.ts';

const MODULES = '**/assets/*.js';

async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = later();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The visitor acts before the script arrives. */
async function early(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const release = await hold(page, MODULES);
  await openUnready(page, path);
  await act();
  release();
  await takenOver(page);
}

const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

// tests/web and tests/scripts check the other tags of the head, and the sitemap
test('link previews and icons have the stated sizes', async ({ request }) => {
  const { siteUrl } = readEnvironment();
  const get = async (path: string) => (await request.get(path)).body();
  for (const { id, path, description } of pages) {
    const html = parse(String(await get(path)));
    const meta = (name: string) =>
      html.querySelectorAll(`meta[property="${name}"]`).map((tag) => tag.getAttribute('content'));
    expect(html.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(description);
    expect(meta('og:description')).toEqual([description]);
    expect(meta('og:url')).toEqual([siteUrl + path]);
    expect(html.querySelector('meta[name="twitter:card"]')?.getAttribute('content')).toBe('summary_large_image');
    expect(meta('og:image')).toEqual([`${siteUrl}${shareImage(id)}`]);
    // otherwise the first preview of a link may have a small picture, or none
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual([[`${SHARE.width}`], [`${SHARE.height}`]]);
    expect(meta('og:image:alt')).toEqual([expect.stringMatching(/\S/)]);
    expect(html.querySelector('html')?.getAttribute('lang')).toBe('en-ZA');
    expect(sizeOf(await get(shareImage(id))), id).toBe(`${SHARE.width}x${SHARE.height}`);
  }
  const robots = String(await get('/robots.txt'));
  expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  expect(robots).not.toMatch(/^Disallow: *\//m);
  expect(sizeOf(await get('/apple-touch-icon.png'))).toBe('180x180');
  const manifest = JSON.parse(String(await get('/site.webmanifest')));
  // no browser should offer to install it: it does not work offline
  expect(manifest).toMatchObject({ start_url: homePlace.path, lang: 'en-ZA', display: 'browser' });
  expect(manifest.icons).toHaveLength(icons.filter(({ purpose }) => purpose).length);
  for (const { src, sizes } of manifest.icons) expect(sizeOf(await get(src)), src).toBe(sizes);
  const ico = await get('/favicon.ico');
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32]);
});

async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[];
      // letters may shift by a pixel or two on a busy machine; a moved line scores fifty times more
      for (const { value, sources } of entries.filter(({ value }) => value >= 0.001)) {
        shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent).join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

const positions = (page: Page) =>
  page.locator('h1, h2, h3, p, li, form, section, footer').evaluateAll((blocks: HTMLElement[]) =>
    blocks.map((block) => {
      const { top, height } = block.getBoundingClientRect();
      return { text: block.textContent.slice(0, 30), top: top + scrollY, height };
    }),
  );

type Positions = Awaited<ReturnType<typeof positions>>;

/** @returns the blocks that moved or grew by a pixel or more: less is rounding */
const moved = (before: Positions, after: Positions) =>
  after.filter(({ text, top, height }, i) => {
    const old = before[i];
    return old?.text !== text || Math.abs(old.top - top) >= 1 || Math.abs(old.height - height) >= 1;
  });

test('neither the script nor the font of the headings moves anything', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  // what rises has another place
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shifts = await watchShifts(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of addresses) {
      const releaseCode = await hold(page, MODULES);
      const releaseFont = await hold(page, '**/*.woff2');
      await openUnready(page, path);
      const before = await positions(page);
      // a busy browser shows a page that has arrived in part
      await page.evaluate(settled);
      const earlier = await shifts();
      releaseCode();
      await takenOver(page);
      releaseFont();
      await dressed(page);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveCSS('font-family', /^"Site Display", "Display Fallback"/);
      const after = await positions(page);
      expect(after).toHaveLength(before.length);
      expect(moved(before, after), `${path} at ${width} px`).toEqual([]);
      expect(await shifts(), `${path} at ${width} px`).toEqual(earlier);
      await page.unrouteAll();
    }
  }
});

test('a restored draft moves nothing', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  await open(page, contactPlace.path);
  await fillForm(page, 'A draft');
  const shifts = await watchShifts(page);
  const reloaded = async (fate: string) => {
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await reload(page);
      await expect(page.getByText(fate)).toBeVisible();
      await dressed(page);
      expect(await shifts(), `${fate} at ${width} px`).toEqual([]);
    }
  };
  await reloaded('has not been sent');
  await answerWith(page, UNREACHABLE);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(formWords.failure.mayHaveArrived)).toBeVisible();
  await reloaded('It may have arrived.');
  await page.getByLabel('Subject').fill('Another draft');
  await reloaded(formWords.draft.otherMayHaveArrived);
  await page.getByRole('button', { name: 'Clear the form' }).click();
  const undo = page.getByRole('button', { name: formWords.draft.undo });
  await expect(undo).toBeVisible();
  const before = await shifts();
  await page.keyboard.type('T');
  await expect(undo).toBeHidden();
  await dressed(page);
  expect(await shifts(), 'a key after the form was cleared').toEqual(before);
  await page.keyboard.press('Backspace');
  await reload(page);
  expect(await shifts(), 'no draft').toEqual([]);
});

test.describe('before the script arrives', () => {
  test('a number in the field that has the focus stays as typed until the field is left', async ({ page }) => {
    const number = page.getByLabel('Contact number');
    await early(page, contactPlace.path, () => number.fill('082 123 4567'));
    await expect(number).toHaveValue('082 123 4567');
    await number.blur();
    await expect(number).toHaveValue('0821234567');
  });

  test('typed and emptied fields stay, and an older draft fills in the others', async ({ page }) => {
    await open(page, contactPlace.path);
    await fillForm(page, 'Typed earlier');
    await early(page, contactPlace.path, async () => {
      await page.getByLabel('Subject').fill('Typed early');
      await page.getByLabel('Contact number').fill('0');
      await page.getByLabel('Contact number').fill('');
    });
    for (const _ of ['at once', 'in the draft']) {
      await expect(page.getByLabel('Subject')).toHaveValue('Typed early');
      await expect(page.getByLabel('Contact number')).toHaveValue('');
      await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
      await open(page, contactPlace.path);
    }
  });

  test('the form can be sent even if the script never arrives, and its draft is removed', async ({
    page,
    stack,
    expectedNoise,
  }) => {
    expectedNoise.push(/^error: Failed to load resource/, /^uncaught: .*Failed to fetch dynamic/);
    await open(page, contactPlace.path);
    await fillForm(page, 'With half a script');
    const script = '**/assets/contact-us-*.js';
    await page.route(script, (route) => route.abort());
    await openUnready(page, contactPlace.path);
    await fillForm(page, 'With half a script');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'With half a script');
    await page.unroute(script);
    await open(page, contactPlace.path);
    await expect(page.getByLabel('Subject')).toHaveValue('');
  });

  test('a form that is being sent is not taken over, or its draft would come back', async ({ page }) => {
    const release = await hold(page, MODULES);
    // the answer takes long, and this one leaves the page as it is
    await page.route('**/contact_process.php', (route) => route.fulfill({ status: 204 }));
    await openUnready(page, contactPlace.path);
    await fillForm(page, 'Faster than the script');
    const code = page.waitForResponse(/\/assets\/contact-us-[^/]+\.js$/);
    const sent = page.waitForResponse(/\/contact_process\.php$/);
    await page.getByRole('button', { name: 'Send message' }).click({ noWaitAfter: true });
    await sent;
    release();
    await (await code).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(false);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('an open menu stays open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await early(page, homePlace.path, () => page.getByRole('banner').locator('summary').click());
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test.describe('a link', () => {
  const near = pages.find(({ id, menu }) => menu !== undefined && !['home', elsewhere.id].includes(id)) ?? elsewhere;
  const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: near.label, exact: true });

  test('loads its page in advance when a pointer or finger is over it, or it gets the focus', async ({ page }) => {
    for (const reach of ['hover', 'focus'] as const) {
      await open(page, homePlace.path);
      const fetched = page.waitForRequest(new RegExp(`/assets/${near.id}-`));
      await link(page)[reach]();
      await fetched;
    }
  });

  test('loads nothing in advance for a visitor who saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await open(page, homePlace.path);
    await link(page).hover();
    await page.getByRole('banner').getByRole('link', { name: elsewhere.label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests.filter((url) => new RegExp(`/(?:${near.id}|aos|fontSwap)-|\\.woff2$`).test(url))).toEqual([]);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('every page shows all its content, with the font and the menu', async ({ page }) => {
    const face = page.waitForResponse(/-latin-[^-]+\.woff2$/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const { path, title } of pages) {
      await openUnready(page, path);
      await expect(page).toHaveTitle(documentTitle({ title }));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // the links to a study's parts are for wide pages
      const blocks = page.locator(
        `main p:not(:empty, ${parts.suggestion}), main li:not(:is(${parts.forWidePages}) li), main h2`,
      );
      expect(await blocks.count(), path).toBeGreaterThan(1);
      await expect(blocks.filter({ visible: false }), path).toHaveCount(0);
      await expect(menu).toBeHidden();
    }
    expect((await face).ok()).toBe(true);
    await page.getByRole('banner').locator('summary').click();
    await menu.getByRole('link', { name: elsewhere.label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('the menu is in one row, or folded where that row has no room, with seven items too', async ({ page }) => {
    await openUnready(page, homePlace.path);
    const header = page.getByRole('banner');
    const links = header.locator('nav a');
    const rows = async (width: number) => {
      await page.setViewportSize({ width, height: 740 });
      const middles = await header.locator(`${parts.brand}, nav a`).evaluateAll((all) =>
        all.map((link) => {
          const { top, height } = link.getBoundingClientRect();
          return top + height / 2;
        }),
      );
      // rows are 60 px apart, and the middles of one row almost equal
      const isVisible = await header.locator('nav').isVisible();
      return isVisible ? 1 + Math.round((Math.max(...middles) - Math.min(...middles)) / 60) : 'folded';
    };
    const widths = [360, 720, 768, 820, 960, 1200, 1280];
    for (const width of widths) expect([1, 'folded'], `${width} px`).toContain(await rows(width));

    const labels = [...(await links.allTextContents()), 'Our people', 'Our work', 'Prices'].slice(0, 7);
    await header.evaluate(
      (element, { room, labels }) => {
        element.dataset['room'] = room;
        const list = element.querySelector('nav ul');
        const item = list?.lastElementChild;
        list?.replaceChildren(...labels.flatMap(() => item?.cloneNode(true) ?? []));
        for (const [index, label] of labels.entries()) {
          const words = list?.children[index]?.querySelector('span');
          if (!words) throw new Error('The items of the menu have no words.');
          words.textContent = label;
        }
      },
      { room: String(menuRoom(site.name, labels) ?? 'none'), labels },
    );
    for (const width of widths) expect([1, 'folded'], `${width} px, more items`).toContain(await rows(width));
    expect(await rows(768)).toBe('folded');
  });

  test('an invalid form comes back with its text and errors, and is sent and confirmed', async ({
    page,
    stack,
    expectedNoise,
  }) => {
    expectedNoise.push(/^error: Failed to load resource: .* 422/);
    await openUnready(page, contactPlace.path);
    await fillForm(page, 'To be corrected');
    await page.getByLabel('Surname').fill('O-"><b>{{error.name}}');
    await page.getByLabel('Contact number').fill('');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveTitle(/^Not sent – Contact us/);
    await expect(
      page.getByText('Please fix the following and send it again: Surname and Contact number.'),
    ).toBeInViewport();
    await expect(page.getByLabel('Surname')).toHaveValue('O-"><b>{{error.name}}');
    await expect(page.getByLabel('Surname')).toHaveAccessibleDescription(
      /^Please provide your valid surname\. This field only accepts letters, spaces/,
    );
    await page.getByLabel('Surname').fill('O’Brien');
    await page.getByLabel('Contact number').fill('082 123 4567');
    await page.getByRole('link', { name: formWords.form.privacy }).click();
    await page.goBack();
    await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Message sent' })).toBeVisible();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await expect(page.getByText(PROMISE)).toBeVisible();
    const mail = await mailAbout(stack, 'To be corrected');
    expect(mail.subject).toContain(await page.locator(parts.reference).textContent());
    expect(mail.text).toContain('082 123 4567');
    await openUnready(page, page.url());
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: messageSent.home }).click();
    await expect(page).toHaveURL(homePlace.path);
  });
});

test.describe('in a page that another program changed', () => {
  test.beforeEach(({ expectedNoise }) => {
    expectedNoise.push(/Minified React error #418/);
  });

  // tests/browsers/typing.test.ts has every change, at other moments too
  test('each field keeps its text, focus and caret', async ({ page }) => {
    for (const name of fieldNames) {
      const text = ENQUIRY[name];
      const field = page.locator(`form [name="${name}"]`);
      await early(page, contactPlace.path, async () => {
        await field.focus();
        await page.keyboard.type(text);
        for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft');
        const injection = { change: 'an element around the field', name, isLate: false, wait: 0 };
        await page.evaluate(inject, JSON.stringify(injection));
      });
      await expect(field).toBeFocused();
      await page.keyboard.type('XY');
      await expect(field).toHaveValue(`${text.slice(0, -2)}XY${text.slice(-2)}`);
      await page.evaluate(() => localStorage.clear());
    }
  });

  test('the text is sent, even if the program has fields with our names', async ({ page, stack }) => {
    await early(page, contactPlace.path, async () => {
      await fillForm(page, 'Beside another program');
      await page.evaluate(inject, JSON.stringify({ change: 'another label', name: 'name', isLate: false, wait: 0 }));
      await page.evaluate(() => {
        const field = document.createElement('input');
        field.name = 'subject';
        document.body.prepend(field);
      });
    });
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    expect((await mailAbout(stack, 'Beside another program')).text).toContain('We would like an app.');
  });
});
