import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fields as rules } from '../../server/forms/contact/form.json';
import { documentTitle, site } from '../../src/content/site.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import type { Place } from '../../src/prerender/schema.ts';
import { hasBegun, isAllRising } from '../support/ink.ts';
import { parts } from '../support/parts.ts';
import { elsewhere, menu, places } from '../support/places.ts';
import { ENQUIRY, fieldNames, fillIn, SUBMIT } from '../support/press.ts';
import { addedValues } from '../support/samples.ts';
import { mailsAbout, type Stack, startStack } from '../support/stack.ts';
import { browse, type Page } from './support/browser.ts';
import { chromiumAtFloor } from './support/playwright.ts';
import { firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

/* Behaviour in which the engines differ. The rest is tested in Chromium, in tests/e2e. */

const CONFIRMATION = 'Thank you for your message. Our sales representative will contact you shortly.';

const enquiry = { ...ENQUIRY, contactNumber: '+27 82 123 4567', message: 'Good day\n\nWe would like an app.' };

const field = (name: string) => `form [name="${name}"]`;

async function fill(page: Page, values: typeof enquiry): Promise<void> {
  // nobody can type into a list or a box
  await page.evaluate(fillIn, JSON.stringify(addedValues));
  for (const name of fieldNames) await page.type(field(name), values[name]);
}

const text = (page: Page) => page.evaluate(() => document.body.innerText);
const value = (page: Page, name: string) =>
  page.evaluate((it) => document.querySelector<HTMLInputElement>(it)?.value, field(name));
const reference = (page: Page) => page.evaluate((it) => document.querySelector(it)?.textContent, parts.reference);
const focus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName);

const place = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    title: document.title,
    heading: document.querySelector('h1')?.textContent,
    scrolled: scrollY,
  }));

const placeOf = (route: Place) => ({
  path: route.path,
  title: documentTitle(route),
  heading: route.path === homePlace.path ? site.slogan : route.title,
  scrolled: 0,
});

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const open = (page: Page, route: Place) => page.open(new URL(route.path, stack.siteUrl).href);

describe.each([firefox, webkit, chromiumAtFloor])('in $name', (engine) => {
  const { name, narrowest } = engine;
  const visitor = browse(engine);

  test('the menu opens every page, and Back goes back', async () => {
    const page = visitor();
    await page.open(stack.siteUrl);
    expect(await place(page)).toEqual(placeOf(homePlace));
    for (const route of [...menu].reverse()) {
      await page.click(`header nav a[href="${route.path}"]`);
      await expect.poll(() => place(page)).toEqual(placeOf(route));
      await expect.poll(() => focus(page)).toBe('h1');
    }
    await page.back();
    await expect.poll(() => place(page)).toEqual(placeOf(menu[1] ?? homePlace));
  });

  test('headings get their font, and what rises is never faint', async () => {
    const page = visitor();
    await open(page, homePlace);
    const hasFont = () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('Site Display') && status === 'loaded'),
      );
    await expect.poll(hasFont).toBe(true);
    const opacities = () =>
      page.evaluate(() => {
        const rising = [...document.querySelectorAll('[data-aos]')];
        return [...new Set(rising.map((element) => getComputedStyle(element).opacity))];
      });
    await expect.poll(() => page.evaluate(hasBegun)).toBe(true);
    expect(await opacities()).toEqual(['1']);
    await expect.poll(() => page.evaluate(isAllRising)).toBe(true);
    expect(await opacities()).toEqual(['1']);
  });

  test('every address opens, reloads, and fits a phone, with its menu', async () => {
    const page = visitor();
    await page.resize(narrowest, 740);
    for (const route of places) {
      await open(page, route);
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
    const isOpen = () => page.evaluate(() => document.querySelector('header nav')?.checkVisibility());
    expect(await isOpen()).toBe(false);
    await page.click('header summary');
    await page.click(`header nav a[href="${elsewhere.path}"]`);
    await expect.poll(() => place(page)).toEqual(placeOf(elsewhere));
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
    const isOnSkipLink = () =>
      page.evaluate(() => {
        const link = document.activeElement;
        return link?.getAttribute('href') === '#main' && link.getBoundingClientRect().top >= 0;
      });
    await expect.poll(isOnSkipLink).toBe(true);
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
    await page.reload();
    await expect.poll(() => value(page, 'message')).toBe(enquiry.message);
    expect(await value(page, 'contactNumber')).toBe('0821234567');
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(CONFIRMATION);
    const given = (await reference(page)) ?? 'no reference';
    await expect
      .poll(() => mailsAbout(stack, subject))
      .toMatchObject([{ subject: expect.stringContaining(given), text: expect.stringContaining(enquiry.message) }]);
    await page.reload();
    await expect.poll(() => reference(page)).toBe(given);
    await page.click(`${parts.confirmation} button`);
    await expect.poll(() => value(page, 'message')).toBe('');
    // Firefox restores the text of the fields
    await page.reload();
    expect(await value(page, 'message')).toBe('');
  });
});
