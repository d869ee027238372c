import type { Page } from '@playwright/test';
import { readEnvironment } from '../../scripts/environment.mjs';
import { SHARE, shareAlt, shareImage } from '../../src/content/shareImage.ts';
import { documentTitle, site } from '../../src/content/site.ts';
import { contactForm } from '../../src/content/words/contactForm.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { messageSent } from '../../src/pages/message-sent/words.ts';
import { UNREACHABLE } from '../../src/states/formStates.ts';
import { fromHtml } from '../support/html.ts';
import { places as pages } from '../support/places.ts';
import {
  CONFIRMATION,
  dressed,
  expect,
  fillForm,
  mailAbout,
  open,
  openUnready,
  reload,
  takenOver,
  test,
} from './fixtures.ts';
import { answerWith, stateNoise } from './formStates.ts';

const { siteUrl } = readEnvironment();

const paths = pages.map(({ path }) => path);

const MODULES = '**/assets/*.js';

const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const places = (page: Page) =>
  page
    .locator('h1, h2, h3, p, li, form, section, footer')
    .evaluateAll((blocks) =>
      (blocks as HTMLElement[]).map(
        (block) => `${block.offsetTop}+${block.offsetHeight} ${block.textContent.slice(0, 30)}`,
      ),
    );

test('each page has its own link preview', async ({ request, stack }) => {
  for (const { id, path, title, description } of pages) {
    const html = await (await request.get(path)).text();
    const all = (pattern: RegExp) =>
      [...html.matchAll(pattern)].map(([, found = '']) => fromHtml(found));
    expect(all(/<link rel="canonical" href="([^"]+)"/g)).toEqual([`${siteUrl}${path}`]);
    expect(all(/<meta name="description" content="([^"]+)"/g)).toEqual([description]);
    expect(all(/<title>/g)).toHaveLength(1);
    expect(all(/<html lang="([^"]+)"/g)).toEqual(['en-ZA']);
    expect(all(/<meta property="og:image" content="([^"]+)"/g)).toEqual([
      `${siteUrl}${shareImage(id)}`,
    ]);
    expect(all(/<meta property="og:image:alt" content="([^"]+)"/g)).toEqual([shareAlt({ title })]);
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)['@graph']).toMatchObject([
      {
        '@type': 'ProfessionalService',
        name: site.name,
        telephone: site.phone,
        email: site.email,
      },
      { '@type': 'WebPage', url: `${siteUrl}${path}` },
    ]);
  }
  const sitemap = await (await fetch(new URL('/sitemap.xml', stack.siteUrl))).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  const expected = pages
    .filter(({ isUnlisted }) => !isUnlisted)
    .map(({ path }) => `${siteUrl}${path}`);
  expect(listed.sort()).toEqual(expected.sort());
  const robots = await (await fetch(new URL('/robots.txt', stack.siteUrl))).text();
  expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
});

test('pictures and icons exist in the stated sizes', async ({ request }) => {
  const get = async (path: string) => (await request.get(path)).body();
  for (const { id } of pages) {
    expect(sizeOf(await get(shareImage(id))), id).toBe(`${SHARE.width}x${SHARE.height}`);
  }
  const html = String(await get('/public/index'));
  const linked = (rel: string) =>
    new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(html)?.[1] ?? `no ${rel}`;
  expect(sizeOf(await get('/apple-touch-icon.png'))).toBe('180x180');
  const manifest = JSON.parse(String(await get('/site.webmanifest')));
  expect(manifest).toMatchObject({ start_url: '/public/index', lang: 'en-ZA' });
  for (const { src, sizes } of manifest.icons) expect(sizeOf(await get(src)), src).toBe(sizes);
  const favicon = decodeURIComponent(linked('icon').replace('data:image/svg+xml,', ''));
  expect(favicon).toMatch(/^<svg .*<\/svg>$/);
  expect(favicon.length).toBeLessThan(700);
  const ico = await get('/favicon.ico');
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32]);
  expect(ico.readInt32LE(ico.readUInt32LE(18) + 4)).toBe(32);
});

async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        // letters may shift by a pixel or two on a busy machine; a moved line scores fifty times more
        if (value < 0.001) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) =>
          [node?.nodeName, node?.parentElement?.className, previousRect, currentRect]
            .map((part) => JSON.stringify(part))
            .join(' '),
        );
        shifts.push(`${value}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

test('hydration moves nothing on any page', async ({ page }) => {
  const shifts = await watchShifts(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [...paths, '/nowhere']) {
      await page.route(path, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, status: 200 });
      });
      await open(page, path);
      await dressed(page);
      expect(await shifts(), `${path} at ${width} px`).toEqual([]);
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
  await expect(page.getByText(contactForm.failure.mayHaveArrived)).toBeVisible();
  await reloaded('It may have arrived.');
  await page.getByLabel('Subject').fill('Another draft');
  await reloaded('the earlier version may have arrived');
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await reload(page);
  expect(await shifts(), 'no draft').toEqual([]);
});

test('drawings stay small without style', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 740 });
  for (const path of paths) {
    await open(page, path);
    const large = await page.evaluate(() => {
      for (const style of document.querySelectorAll('style')) style.remove();
      return [...document.querySelectorAll('svg')]
        .map((drawing) => drawing.getBoundingClientRect())
        .filter(({ width, height }) => Math.max(width, height) > 200).length;
    });
    expect(large, path).toBe(0);
  }
});

test("the headings' font moves nothing when it arrives", async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [...paths, '/nowhere']) {
      const release = await hold(page, '**/*.woff2');
      await open(page, path);
      const before = await places(page);
      release();
      await dressed(page);
      expect(await places(page), `${path} at ${width} px`).toEqual(before);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveCSS('font-family', /^"Site Display", "Display Fallback"/);
      await page.unroute('**/*.woff2');
    }
  }
});

test('a heading that almost fits on one line stays on two', async ({ page }) => {
  const release = await hold(page, '**/*.woff2');
  await open(page, '/public/index');
  await page.locator('main').evaluate((main) => {
    const heading = document.createElement('h2');
    heading.textContent = 'Have something in mind?';
    heading.style.inlineSize = 'max-content';
    main.prepend(heading);
    // too narrow for the system font, wide enough for the headings' font
    heading.style.inlineSize = `${heading.clientWidth * 0.99}px`;
  });
  const heading = page.locator('main > h2:first-child');
  const height = () => heading.evaluate((element) => element.clientHeight);
  const before = await height();
  release();
  await dressed(page);
  expect(await height()).toBe(before);
  await heading.evaluate((element) => {
    element.style.letterSpacing = '';
  });
  expect(await height()).toBe(before / 2);
});

test("the font's rare letters are loaded only by pages that need them", async ({ page }) => {
  const faces: string[] = [];
  page.on('request', (request) => {
    const [name] = /[\w-]+\.woff2$/.exec(request.url()) ?? [];
    if (name !== undefined) faces.push(name);
  });
  await open(page, '/public/index');
  await dressed(page);
  expect(faces).toEqual([expect.stringMatching(/-latin-[^-]+\.woff2$/)]);
  await page.locator('h1').evaluate((heading) => {
    heading.textContent = 'Ngũgĩ';
  });
  await expect.poll(() => faces).toHaveLength(2);
  expect(faces[1]).toContain('-latin-ext-');
});

test('the script is loaded after the first paint, or at once on a slow network', async ({
  page,
}) => {
  const asked = async () => {
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    return page.evaluate(() => {
      const script = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes('/assets/app-'));
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return { script: script?.startTime ?? 0, paint: paint?.startTime ?? 0 };
    });
  };
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'requestStart', {
      configurable: true,
      get(this: PerformanceResourceTiming) {
        return this.responseStart;
      },
    });
  });
  await open(page, '/public/index');
  const fast = await asked();
  expect(fast.script).toBeGreaterThanOrEqual(fast.paint);

  await page.addInitScript(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'requestStart', { value: -1000 });
  });
  await open(page, '/public/index');
  const slow = await asked();
  expect(slow.script).toBeLessThanOrEqual(slow.paint);
});

test.describe('before the script arrives', () => {
  test('typed text stays and is sent', async ({ page }) => {
    const release = await hold(page, MODULES);
    await openUnready(page, '/public/contact-us');
    await fillForm(page, 'Typed early');
    await page.getByLabel('Subject').focus();
    release();
    await takenOver(page);
    await expect(page.getByLabel('Subject')).toBeFocused();
    await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
    await expect(page.getByLabel('Contact number')).toHaveValue('0821234567');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Thank you for your message.')).toBeVisible();
  });

  test('a number in the field that has the focus stays as typed until the field is left', async ({
    page,
  }) => {
    const release = await hold(page, MODULES);
    await openUnready(page, '/public/contact-us');
    const number = page.getByLabel('Contact number');
    await number.fill('082 123 4567');
    release();
    await takenOver(page);
    await expect(number).toHaveValue('082 123 4567');
    await number.blur();
    await expect(number).toHaveValue('0821234567');
  });

  test('typed and emptied fields stay, and an older draft fills in the others', async ({
    page,
  }) => {
    await open(page, '/public/contact-us');
    await fillForm(page, 'Typed earlier');
    const release = await hold(page, MODULES);
    await openUnready(page, '/public/contact-us');
    await page.getByLabel('Name', { exact: true }).fill('Thandi');
    await page.getByLabel('Subject').fill('Typed early');
    await page.getByLabel('Contact number').fill('0');
    await page.getByLabel('Contact number').fill('');
    release();
    await takenOver(page);
    const isThere = async () => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Thandi');
      await expect(page.getByLabel('Subject')).toHaveValue('Typed early');
      await expect(page.getByLabel('Contact number')).toHaveValue('');
      await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Good day/);
    };
    await isThere();
    await open(page, '/public/index');
    await open(page, '/public/contact-us');
    await isThere();
  });

  test('links and the menu work', async ({ page, expectedNoise }) => {
    expectedNoise.push(/^error: Failed to load resource/, /^uncaught: .*Failed to fetch dynamic/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.route(MODULES, (route) => route.abort());
    await openUnready(page, '/public/index');
    await page.getByRole('banner').locator('summary').click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Services', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
  });

  test('the form can be sent even if the script never arrives', async ({
    page,
    stack,
    expectedNoise,
  }) => {
    expectedNoise.push(/^error: Failed to load resource/, /^uncaught: .*Failed to fetch dynamic/);
    await page.route('**/assets/contact-us-*.js', (route) => route.abort());
    await openUnready(page, '/public/contact-us');
    await fillForm(page, 'With half a script');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'With half a script');
  });

  test('a form that is being sent is sent once, and its draft is removed', async ({
    page,
    stack,
  }) => {
    await open(page, '/public/contact-us');
    await fillForm(page, 'On its way');
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(MODULES, async (route) => {
      await late;
      await route.continue();
    });
    await openUnready(page, '/public/contact-us');
    await fillForm(page, 'On its way');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/contact_process.php', async (route) => {
      await held;
      await route.continue();
    });
    // registered early: a page that is being left reports nothing
    let tell = (_: boolean) => {};
    const isTakenOver = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    await page.exposeFunction('tell', tell);
    await page.evaluate(() => {
      addEventListener('submit', async () => {
        const { modules = '' } =
          document.querySelector<HTMLElement>('[data-modules]')?.dataset ?? {};
        await Promise.all(modules.split(' ').map((module) => import(module)));
        for (let task = 0; task < 20; task += 1) await new Promise((next) => setTimeout(next));
        const { tell } = window as unknown as { tell: (isTakenOver: boolean) => void };
        tell('ready' in document.documentElement.dataset);
      });
    });
    const sent = page.waitForRequest('**/contact_process.php');
    const code = page.waitForResponse(/\/assets\/contact-us-/);
    await page.getByRole('button', { name: 'Send message' }).click({ noWaitAfter: true });
    await sent;
    release();
    await (await code).finished();
    expect(await isTakenOver).toBe(false);
    answer();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'On its way');
    await open(page, '/public/contact-us');
    await expect(page.getByLabel('Subject')).toHaveValue('');
  });

  test('an open menu stays open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await hold(page, MODULES);
    await openUnready(page, '/public/index');
    await page.getByRole('banner').locator('summary').click();
    release();
    await takenOver(page);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test.describe('a link loads its page in advance', () => {
  const code = /\/assets\/services-/;
  const link = (page: Page) =>
    page.getByRole('banner').getByRole('link', { name: 'Services', exact: true });

  test('when the pointer is over it', async ({ page }) => {
    await open(page, '/public/index');
    const fetched = page.waitForRequest(code);
    await link(page).hover();
    await fetched;
  });

  test('when it gets the focus', async ({ page }) => {
    await open(page, '/public/index');
    const fetched = page.waitForRequest(code);
    for (let stops = 0; stops < 5; stops += 1) {
      await page.keyboard.press('Tab');
      if (await link(page).evaluate((element) => element === document.activeElement)) break;
    }
    await expect(link(page)).toBeFocused();
    await fetched;
  });

  test.describe('on a tablet', () => {
    test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

    test('when a finger touches it', async ({ page }) => {
      await open(page, '/public/index');
      const box = await link(page).boundingBox();
      if (box === null) throw new Error('The link cannot be touched.');
      const fetched = page.waitForRequest(code);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
      });
      await fetched;
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    });
  });
});

test('nothing is loaded in advance for a visitor who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, '/public/index');
  await page.getByRole('banner').getByRole('link', { name: 'Services', exact: true }).hover();
  await page.getByRole('banner').getByRole('link', { name: 'About us', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(requests.filter((url) => /\/(?:services|aos|fontSwap)-|\.woff2$/.test(url))).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('every page shows all its content', async ({ page }) => {
    for (const { path, title } of pages) {
      await openUnready(page, path);
      await expect(page).toHaveTitle(documentTitle({ title }));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const blocks = page.locator('main p:not(:empty), main li:not(.service-tree li), main h2');
      expect(await blocks.count(), path).toBeGreaterThan(1);
      for (const block of await blocks.all()) await expect(block).toBeVisible();
    }
  });

  test('headings have their font', async ({ page }) => {
    const face = page.waitForResponse(/-latin-[^-]+\.woff2$/);
    await openUnready(page, '/public/index');
    expect((await face).ok()).toBe(true);
  });

  test('the menu opens and its links work', async ({ page }) => {
    await openUnready(page, '/public/index');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeHidden();
    await page.getByRole('banner').locator('summary').click();
    await menu.getByRole('link', { name: 'About us', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });

  test('the contact form sends and confirms', async ({ page, stack }) => {
    await openUnready(page, '/public/contact-us');
    await fillForm(page, 'Without a script');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Message sent' })).toBeVisible();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    const reference = await page.locator('.reference').textContent();
    const mail = await mailAbout(stack, 'Without a script');
    expect(mail.subject).toContain(reference);
    // the inbox keeps the space that format=flowed adds before another space (RFC 3676, section 4.4)
    expect(mail.text).toMatch(/Good day\n\n {2,3}We would like an app\.\n\nRegards\nZoë 🌱/);
    expect(mail.text).toContain('082 123 4567');
    await openUnready(page, page.url());
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: messageSent.home }).click();
    await expect(page).toHaveURL('/public/index');
  });

  test('an invalid form comes back with its text and an error at each field', async ({
    page,
    stack,
    expectedNoise,
  }) => {
    expectedNoise.push(/^error: Failed to load resource: .* 422/);
    await openUnready(page, '/public/contact-us');
    await fillForm(page, 'To be corrected');
    await page.getByLabel('Surname').fill('O-"><b>{{error.name}}');
    await page.getByLabel('Contact number').fill('');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveTitle(/^Not sent – Contact us/);
    await expect(
      page.getByText('Please fix the following and send it again: Surname and Contact number.'),
    ).toBeInViewport();
    await expect(page.getByLabel('Surname')).toHaveValue('O-"><b>{{error.name}}');
    await expect(page.getByLabel('Surname')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Surname')).toHaveAccessibleDescription(
      /^Please provide your valid surname\. This field only accepts letters, spaces/,
    );
    await expect(page.getByLabel('Contact number')).toHaveAccessibleDescription(
      /Please provide your contact number/,
    );
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'false');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
      /^Good day\n\n {2}We would like an app/,
    );
    await page.getByLabel('Surname').fill('O’Brien');
    await page.getByLabel('Contact number').fill('082 123 4567');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'To be corrected');
  });
});

const changes: Readonly<Record<string, () => void>> = {
  'an element after a field': () => {
    document.querySelector('[name=email]')?.after(document.createElement('span'));
  },
  'an element before the message': () => {
    document.querySelector('textarea')?.before(document.createElement('grammarly-extension'));
  },
  'an element in the page': () => {
    document.querySelector('main')?.prepend(document.createElement('div'));
  },
  'fields of its own, with our names': () => {
    document.querySelector('[name=subject]')?.after(document.createElement('span'));
    const field = document.createElement('input');
    field.name = 'subject';
    document.body.prepend(field);
  },
  'a word in another language': () => {
    const label = document.querySelector('label');
    if (label) label.textContent = 'Igama';
  },
};

test.describe('in a page that another program changed', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(`${what}: text, focus and caret are kept`, async ({ page, stack, expectedNoise }) => {
      expectedNoise.push(/Minified React error #418/);
      const release = await hold(page, MODULES);
      await openUnready(page, '/public/contact-us');
      await fillForm(page, `Typed before: ${what}`);
      await page.evaluate(change);
      const subject = page.getByLabel('Subject');
      await subject.focus();
      await subject.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5));
      release();
      await takenOver(page);
      await expect(subject).toBeFocused();
      await page.keyboard.type('XY');
      const text = `TyXY before: ${what}`;
      await expect(subject).toHaveValue(text);
      await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Good day\n/);
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText(CONFIRMATION)).toBeVisible();
      expect((await mailAbout(stack, text)).text).toContain('Zoë');
    });
  }
});
