import type { Page } from '@playwright/test';
import { readEnvironment } from '../../scripts/environment.mjs';
import { SHARE, shareAlt, shareImage } from '../../src/content/shareImage.ts';
import { documentTitle, site } from '../../src/content/site.ts';
import { messageSent } from '../../src/pages/message-sent/words.ts';
import { fromHtml } from '../support/html.ts';
import { places as pages } from '../support/places.ts';
import {
  CONFIRMATION,
  dressed,
  expect,
  fillForm,
  mailAbout,
  open,
  takenOver,
  test,
} from './fixtures.ts';

const { siteUrl } = readEnvironment();

const paths = pages.map(({ path }) => path);

/** Where the app's own modules come from. */
const MODULES = '**/assets/*.js';

/** The width and height that a PNG says it has. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

/** Holds back what the pattern matches; the answer lets it come. */
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

/** Where every block of the page is; texts tell which one it was. */
const places = (page: Page) =>
  page
    .locator('h1, h2, h3, p, li, form, section, footer')
    .evaluateAll((blocks) =>
      (blocks as HTMLElement[]).map(
        (block) => `${block.offsetTop}+${block.offsetHeight} ${block.textContent.slice(0, 30)}`,
      ),
    );

test('what a link preview reads belongs to the page', async ({ request, stack }) => {
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

test('pictures and icons are there, and as large as it is said of them', async ({ request }) => {
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
  // a bitmap in an ICO, for who looks no further than this name
  const ico = await get('/favicon.ico');
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32]);
  expect(ico.readInt32LE(ico.readUInt32LE(18) + 4)).toBe(32);
});

test('React takes every page over without moving anything', async ({ page }) => {
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
        // a letter by a pixel or two, once in many runs on a machine under load: a line is fifty times that
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
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [...paths, '/nowhere']) {
      await page.route(path, async (route) => {
        // its status is looked at elsewhere, and would be noise here
        const answer = await route.fetch();
        await route.fulfill({ response: answer, status: 200 });
      });
      await open(page, path);
      await dressed(page);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      expect(shifts, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('the face of the headings moves nothing as it comes', async ({ page, expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
  // fourteen pages, each of which waits until it is idle
  test.slow();
  // what rises has places of its own
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

test('a heading that hardly lacks the room for one line stays on two', async ({ page }) => {
  const release = await hold(page, '**/*.woff2');
  await open(page, '/public/index');
  await page.locator('main').evaluate((main) => {
    const heading = document.createElement('h2');
    heading.textContent = 'Have something in mind?';
    heading.style.inlineSize = 'max-content';
    main.prepend(heading);
    // less than the letters of the system need, and more than those of the face
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

test('rare letters of the face are fetched only where they stand', async ({ page }) => {
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

test('the script is asked for after the first paint, or at once where answers are slow', async ({
  page,
}) => {
  const asked = async () => {
    // React may have taken over before the browser has painted, or said so
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
    // what a near server's answer says of itself, however busy this machine is
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
    // what a distant server's answer says of itself
    Object.defineProperty(PerformanceResourceTiming.prototype, 'requestStart', { value: -1000 });
  });
  await open(page, '/public/index');
  const slow = await asked();
  expect(slow.script).toBeLessThanOrEqual(slow.paint);
});

test.describe('before its script has come', () => {
  test('what is typed stays, and is sent', async ({ page }) => {
    const release = await hold(page, MODULES);
    await page.goto('/public/contact-us');
    await fillForm(page, 'Typed early');
    await page.getByLabel('Subject').focus();
    release();
    await takenOver(page);
    await expect(page.getByLabel('Subject')).toBeFocused();
    await expect(page.getByLabel('Surname')).toHaveValue('O’Brien');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Thank you for your message.')).toBeVisible();
  });

  test('what is typed or emptied is kept, and an older draft fills in the rest', async ({
    page,
  }) => {
    await open(page, '/public/contact-us');
    await fillForm(page, 'Typed earlier');
    const release = await hold(page, MODULES);
    await page.goto('/public/contact-us');
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
    await page.goto('/public/index');
    await open(page, '/public/contact-us');
    await isThere();
  });

  test('links and the menu work', async ({ page, expectedNoise }) => {
    expectedNoise.push(/^error: Failed to load resource/, /^uncaught: .*Failed to fetch dynamic/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.route(MODULES, (route) => route.abort());
    await page.goto('/public/index');
    await page.getByRole('banner').locator('summary').click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Services', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
  });

  test('the form sends, though the script never comes', async ({ page, stack, expectedNoise }) => {
    expectedNoise.push(/^error: Failed to load resource/, /^uncaught: .*Failed to fetch dynamic/);
    await page.route('**/assets/contact-us-*.js', (route) => route.abort());
    await page.goto('/public/contact-us');
    await fillForm(page, 'With half a script');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await mailAbout(stack, 'With half a script');
  });

  test('a form that is on its way is sent once, and its draft is gone', async ({ page, stack }) => {
    // an earlier visit, with script, left a draft
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
    await page.goto('/public/contact-us');
    await fillForm(page, 'On its way');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/contact_process.php', async (route) => {
      await held;
      await route.continue();
    });
    // asked beforehand, because a page that is being left is not heard
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
        // React works in slices, each a task of its own
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

  test('a menu that was opened stays open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await hold(page, MODULES);
    await page.goto('/public/index');
    await page.getByRole('banner').locator('summary').click();
    release();
    await takenOver(page);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test.describe('a link fetches its page', () => {
  const code = /\/assets\/services-/;
  const link = (page: Page) =>
    page.getByRole('banner').getByRole('link', { name: 'Services', exact: true });

  test('when a mouse comes to it', async ({ page }) => {
    await open(page, '/public/index');
    const fetched = page.waitForRequest(code);
    await link(page).hover();
    await fetched;
  });

  test('when the keyboard comes to it', async ({ page }) => {
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

    test('when a finger is put on it', async ({ page }) => {
      await open(page, '/public/index');
      const box = await link(page).boundingBox();
      if (box === null) throw new Error('The link cannot be touched.');
      const fetched = page.waitForRequest(code);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
      });
      // and before it is lifted
      await fetched;
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    });
  });
});

test('a visitor who saves data is sent nothing ahead of time', async ({ page }) => {
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

  test('every page reads whole', async ({ page }) => {
    for (const { path, title } of pages) {
      await page.goto(path);
      await expect(page).toHaveTitle(documentTitle({ title }));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // the names at the tree are for wider screens: a list follows that has them
      const blocks = page.locator('main p:not(:empty), main li:not(.service-tree li), main h2');
      expect(await blocks.count(), path).toBeGreaterThan(1);
      for (const block of await blocks.all()) await expect(block).toBeVisible();
    }
  });

  test('headings wear their face', async ({ page }) => {
    const face = page.waitForResponse(/-latin-[^-]+\.woff2$/);
    await page.goto('/public/index');
    expect((await face).ok()).toBe(true);
  });

  test('the menu opens and leads on', async ({ page }) => {
    await page.goto('/public/index');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeHidden();
    await page.getByRole('banner').locator('summary').click();
    await menu.getByRole('link', { name: 'About us', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });

  test('the contact form sends, and says so', async ({ page, stack }) => {
    await page.goto('/public/contact-us');
    await fillForm(page, 'Without a script');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Message sent' })).toBeVisible();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    const reference = await page.locator('.reference').textContent();
    const mail = await mailAbout(stack, 'Without a script');
    expect(mail.subject).toContain(reference);
    // the inbox leaves the space that format=flowed puts before another (RFC 3676 section 4.4)
    expect(mail.text).toMatch(/Good day\n\n {2,3}We would like an app\.\n\nRegards\nZoë 💩/);
    expect(mail.text).toContain('082 123 4567');
    await page.reload();
    await expect(page.getByText(CONFIRMATION)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: messageSent.home }).click();
    await expect(page).toHaveURL('/public/index');
  });

  test('a form with errors comes back as it was typed, with each error at its field', async ({
    page,
    stack,
    expectedNoise,
  }) => {
    expectedNoise.push(/^error: Failed to load resource: .* 422/);
    await page.goto('/public/contact-us');
    await fillForm(page, 'To be corrected');
    await page.getByLabel('Surname').fill('O-"><b>{{error.name}}');
    await page.getByLabel('Contact number').fill('');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveTitle(/^Not sent – Contact us/);
    await expect(page.getByText('Please fix the marked fields')).toBeInViewport();
    await expect(page.getByLabel('Surname')).toHaveValue('O-"><b>{{error.name}}');
    await expect(page.getByLabel('Surname')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Surname')).toHaveAccessibleDescription(
      /^Please provide your valid surname\. This form takes letters, spaces/,
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

/** Changes that password managers, Grammarly, ad blockers and translators make before React takes over. */
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

test.describe('in a page that another program has changed', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(`${what}: text, focus and caret stay`, async ({ page, stack, expectedNoise }) => {
      expectedNoise.push(/Minified React error #418/);
      const release = await hold(page, MODULES);
      await page.goto('/public/contact-us');
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
