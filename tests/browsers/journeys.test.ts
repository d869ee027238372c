import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fields as rules } from '../../server/forms/contact/form.json';
import type { Place } from '../../src/content/place.ts';
import { documentTitle, site } from '../../src/content/site.ts';
import aboutPlace from '../../src/pages/about-us/place.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import servicesPlace from '../../src/pages/services/place.ts';
import { menu, places } from '../support/places.ts';
import { mailsAbout, startFreshStack } from '../support/stack.ts';
import type { Browser, Page, Settings } from './support/browser.ts';
import { chromium, firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

const CONFIRMATION =
  'Thank you for your message. Our sales representative will contact you shortly.';
const SUBMIT = '#contact-form [type="submit"]';

const enquiry = {
  name: 'Zoë',
  surname: 'O’Brien',
  email: 'zoe@example.co.za',
  contactNumber: '+27 82 123 4567',
  message: 'Good day\n\nWe would like an app.',
};

const field = (name: string) => `#contact-form [name="${name}"]`;

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.type(field(name), value);
}

const text = (page: Page) => page.evaluate(() => document.body.innerText);

const path = (page: Page) => page.evaluate(() => location.pathname);

const value = (page: Page, name: string) =>
  page.evaluate(
    (selector) => document.querySelector<HTMLInputElement>(selector)?.value,
    field(name),
  );

const focus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName,
  );

const place = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.title,
    heading: document.querySelector('h1')?.textContent,
    active: document.querySelector('header nav [aria-current="page"]')?.textContent ?? null,
    scrolled: scrollY,
  }));

const placeOf = (route: Place) => ({
  path: route.path,
  title: documentTitle(route),
  heading: route.path === homePlace.path ? site.slogan : route.title,
  active: menu.find(({ path }) => path === route.path)?.label ?? null,
  scrolled: 0,
});

let product: Awaited<ReturnType<typeof startFreshStack>>;
beforeAll(async () => {
  product = await startFreshStack();
});
afterAll(() => product.stop());

const address = (route: Place) => new URL(route.path, product.stack.siteUrl).href;

async function open(page: Page, route: Place): Promise<void> {
  await page.open(address(route));
}

async function mailAbout(subject: string) {
  await expect.poll(() => mailsAbout(product.stack, subject)).toHaveLength(1);
  const [mail] = await mailsAbout(product.stack, subject);
  return mail;
}

describe.each([chromium, firefox, webkit])('in $name', ({ name, narrowest, launch }) => {
  const withSettings = (settings: Settings, declareTests: (page: () => Page) => void) => {
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      browser = await launch(settings);
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      page = await browser.newPage();
      await page.resize(1280, 800);
    });
    afterEach(async () => {
      const complaints = await page.complaints();
      await page.close();
      expect(complaints).toEqual([]);
    });
    declareTests(() => page);
  };

  describe('with the usual settings', () => {
    withSettings({}, (visitor) => {
      test('the menu opens every page, and Back goes back', async () => {
        const page = visitor();
        await page.open(product.stack.siteUrl);
        expect(await place(page)).toEqual(placeOf(homePlace));
        for (const route of [...menu].reverse()) {
          await page.click(`header nav a[href="${route.path}"]`);
          await expect.poll(() => place(page)).toEqual(placeOf(route));
          await expect.poll(() => focus(page)).toBe('h1');
        }
        await page.back();
        await expect.poll(() => place(page)).toEqual(placeOf(servicesPlace));
      });

      test('revealed content is visible after scrolling', async () => {
        const page = visitor();
        await open(page, homePlace);
        await expect
          .poll(() => page.evaluate(() => document.querySelectorAll('[data-aos]').length))
          .toBeGreaterThan(0);
        await expect
          .poll(() =>
            page.evaluate(() => {
              scrollBy(0, 300);
              return [...document.querySelectorAll('[data-aos]')].filter(
                (element) => getComputedStyle(element).opacity !== '1',
              ).length;
            }),
          )
          .toBe(0);
      });

      test('the headings get their font, and no word is broken', async () => {
        const page = visitor();
        await open(page, homePlace);
        await expect
          .poll(() =>
            page.evaluate(() =>
              [...document.fonts].some(
                ({ family, status }) => family.includes('Site Display') && status === 'loaded',
              ),
            ),
          )
          .toBe(true);
        const { lines, words } = await page.evaluate(() => {
          const heading = document.querySelector('h1');
          if (heading === null) throw new Error('The page has no heading.');
          const range = document.createRange();
          range.selectNodeContents(heading);
          return {
            lines: range.getClientRects().length,
            words: heading.textContent.split(' ').length,
          };
        });
        expect(lines).toBeLessThanOrEqual(words);
      });

      test('every address opens, reloads, and fits a phone', async () => {
        const page = visitor();
        await page.resize(narrowest, 740);
        for (const route of places) {
          await open(page, route);
          expect(await place(page)).toEqual(placeOf(route));
          await page.reload();
          expect(await place(page)).toEqual(placeOf(route));
          const { content, room, width } = await page.evaluate(() => ({
            content: document.documentElement.scrollWidth,
            // without the scrollbar, which takes up space in some engines
            room: document.documentElement.clientWidth,
            width: innerWidth,
          }));
          expect(width).toBe(narrowest);
          expect(content, route.path).toBe(room);
        }
      });

      test('on a phone the menu opens, and closes on navigation and on Escape', async () => {
        const page = visitor();
        const isOpen = () =>
          page.evaluate(() => document.querySelector('header nav')?.checkVisibility());
        await page.resize(narrowest, 740);
        await open(page, homePlace);
        expect(await isOpen()).toBe(false);
        await page.click('header summary');
        await expect.poll(isOpen).toBe(true);
        await page.click(`header nav a[href="${aboutPlace.path}"]`);
        await expect.poll(() => place(page)).toEqual(placeOf(aboutPlace));
        expect(await isOpen()).toBe(false);
        await page.click('header summary');
        await expect.poll(isOpen).toBe(true);
        await page.press('Escape');
        await expect.poll(isOpen).toBe(false);
        expect(await focus(page)).toBe('summary');
      });

      test('the keyboard alone reaches the content', async () => {
        const page = visitor();
        await open(page, contactPlace);
        await page.press('Tab');
        await expect
          .poll(() =>
            page.evaluate(() => {
              const link = document.activeElement;
              return link?.matches('.skip-link') && link.getBoundingClientRect().top >= 0;
            }),
          )
          .toBe(true);
        await page.press('Enter');
        await expect.poll(() => focus(page)).toBe('main');
        await page.press('Tab');
        await expect.poll(() => focus(page)).toBe('name');
      });

      test('an enquiry is checked, kept over a reload, sent and confirmed', async () => {
        const page = visitor();
        const subject = `An app, from ${name}`;
        await open(page, contactPlace);
        await page.click(SUBMIT);
        await expect.poll(() => focus(page)).toBe('name');
        for (const rule of Object.values(rules)) {
          if ('required' in rule) expect(await text(page)).toContain(rule.required.message);
        }
        await fill(page, { ...enquiry, subject });
        expect(await value(page, 'contactNumber')).toBe('0821234567');

        await page.reload();
        await expect.poll(() => value(page, 'message')).toBe(enquiry.message);
        expect(await value(page, 'contactNumber')).toBe('0821234567');
        await page.click(SUBMIT);
        await expect.poll(() => text(page)).toContain(CONFIRMATION);
        const reference = await page.evaluate(
          () => document.querySelector('.reference')?.textContent,
        );
        expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
        const mail = await mailAbout(subject);
        expect(mail?.subject).toContain(reference);
        expect(mail?.text).toContain(enquiry.message);

        await page.reload();
        await expect.poll(() => text(page)).toContain(reference);
        await page.click('.contact-form-sent button');
        await expect.poll(() => value(page, 'message')).toBe('');
        // Firefox restores the text of the fields
        await page.reload();
        expect(await value(page, 'message')).toBe('');
      });
    });
  });

  describe('without script', () => {
    withSettings({ withoutScript: true }, (visitor) => {
      test('the form comes back with its errors, and is sent and confirmed', async () => {
        const page = visitor();
        const subject = `Without script, from ${name}`;
        await page.open(address(contactPlace));
        await fill(page, { ...enquiry, surname: 'O-', subject });
        await page.click(SUBMIT);
        await expect.poll(() => path(page)).toBe('/api/contact_process.php');
        expect(await text(page)).toContain(rules.surname.pattern.message);
        expect(await value(page, 'message')).toBe(enquiry.message);
        await page.type(field('surname'), 'Brien');
        await page.click(SUBMIT);
        await expect.poll(() => path(page)).toBe('/api/contact_sent.php');
        expect(await text(page)).toContain(CONFIRMATION);
        const reference = await page.evaluate(
          () => document.querySelector('.reference')?.textContent,
        );
        expect((await mailAbout(subject))?.subject).toContain(reference);
        // only Chromium reports the status of the rejected request
        for (const complaint of await page.complaints()) expect(complaint).toContain('422');
      });
    });
  });

  describe('with a dark scheme and reduced motion', () => {
    withSettings({ prefersDark: true, prefersReducedMotion: true }, (visitor) => {
      test('the page is dark, nothing is hidden, and navigation jumps to the top', async () => {
        const page = visitor();
        await open(page, homePlace);
        expect(
          await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches),
        ).toBe(true);
        const lightness = await page.evaluate(() => {
          const { color, backgroundColor } = getComputedStyle(document.body);
          const context = document.createElement('canvas').getContext('2d', {
            willReadFrequently: true,
          });
          return [color, backgroundColor].map((shade) => {
            if (context === null) throw new Error('There is no canvas to read colours from.');
            context.fillStyle = shade;
            context.fillRect(0, 0, 1, 1);
            const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
            return (red + green + blue) / (3 * 255);
          });
        });
        expect(lightness).toEqual([
          expect.toSatisfy((it) => it > 0.7),
          expect.toSatisfy((it) => it < 0.3),
        ]);
        await page.evaluate(() => {
          scrollTo(0, document.body.scrollHeight);
          let scrolls = 0;
          addEventListener('scroll', () => {
            scrolls += 1;
            document.body.dataset['scrolls'] = String(scrolls);
          });
        });
        await page.click(`footer a[href="${aboutPlace.path}"]`);
        await expect.poll(() => place(page)).toEqual(placeOf(aboutPlace));
        expect(
          await page.evaluate(() => Number(document.body.dataset['scrolls'] ?? 0)),
        ).toBeLessThan(20);
        expect(
          await page.evaluate(() =>
            [...document.querySelectorAll('main *')].every(
              (element) => getComputedStyle(element).opacity === '1',
            ),
          ),
        ).toBe(true);
      });
    });
  });
});
