import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Place } from '../../src/content/place.ts';
import { documentTitle } from '../../src/content/site.ts';
import { contactForm } from '../../src/content/words/contactForm.ts';
import aboutPlace from '../../src/pages/about-us/place.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { ENQUIRY, fillIn } from '../support/press.ts';
import { startFreshStack } from '../support/stack.ts';
import type { Browser, Page } from './support/browser.ts';
import { chromium, firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

/* A script in the page answers for the endpoint: not every driver can intercept requests. */

const SUBMIT = '#contact-form [type="submit"]';
const NOTICE = '.submission-notice-box';

const field = (name: string) => `#contact-form [name="${name}"]`;

type Answer = '200' | 'held';

function answer(given: string): void {
  const sent: unknown[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  window.fetch = async (_, init) => {
    sent.push(init?.body);
    if (given === 'held') await released;
    const headers = { 'Enquiry-Reference': 'ABCDE-12345' };
    return Response.json({ status: 'success' }, { headers });
  };
  Object.assign(window, { sent, release });
}

const sentFrom = (page: Page) =>
  page.evaluate(() => (window as unknown as { sent: unknown[] }).sent);

const release = (page: Page) =>
  page.evaluate(() => (window as unknown as { release: () => void }).release());

const text = (page: Page) => page.evaluate(() => document.body.innerText);
const value = (page: Page, name: string) =>
  page.evaluate((it) => document.querySelector<HTMLInputElement>(it)?.value, field(name));
const textOf = (page: Page, selector: string) =>
  page.evaluate((it) => document.querySelector(it)?.textContent ?? '', selector);
const focus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('name') ?? document.activeElement?.localName,
  );

let product: Awaited<ReturnType<typeof startFreshStack>>;
beforeAll(async () => {
  product = await startFreshStack();
});
afterAll(() => product.stop());

async function open(page: Page, path: string): Promise<void> {
  await page.open(new URL(path, product.stack.siteUrl).href);
}

async function fillForm(page: Page, how: Answer, changes: Partial<typeof ENQUIRY> = {}) {
  await open(page, contactPlace.path);
  await page.evaluate(answer, how);
  await page.evaluate(fillIn, JSON.stringify({ ...ENQUIRY, ...changes }));
}

async function goTo(page: Page, route: Place): Promise<void> {
  await page.click(`header nav a[href="${route.path}"]`);
  await expect.poll(() => textOf(page, 'h1')).toContain(route.title);
}

describe.each([chromium, firefox, webkit])('in $name', ({ launch }) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    await page.resize(1280, 800);
  });
  afterEach(() => page.close());

  test('a returning visitor finds the confirmation, which takes the focus once', async () => {
    await fillForm(page, 'held');
    await page.click(SUBMIT);
    await expect.poll(() => sentFrom(page)).toHaveLength(1);
    await goTo(page, aboutPlace);
    await release(page);
    await expect.poll(() => textOf(page, NOTICE)).toContain('ABCDE-12345');
    await page.click(`${NOTICE} a`);
    await expect.poll(() => text(page)).toContain(contactForm.success.text);
    await expect.poll(() => focus(page)).toBe('h1');
    await page.reload();
    await expect.poll(() => text(page)).toContain(contactForm.success.text);
    expect(await focus(page)).toBe('body');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('the confirmation appears even if storage is full', async () => {
    await open(page, contactPlace.path);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Object.defineProperty(document, 'cookie', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.evaluate(answer, '200');
    await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(contactForm.success.text);
    expect(await text(page)).toContain('ABCDE-12345');
  });

  test('a mistyped address gets a suggestion that one press accepts', async () => {
    await fillForm(page, '200', { email: '' });
    await page.type(field('email'), 'zoe@gmail.con');
    await page.press('Tab');
    const suggestion = '.field-suggestion button';
    await expect.poll(() => textOf(page, suggestion)).toBe('zoe@gmail.com');
    await page.click(suggestion);
    await expect.poll(() => value(page, 'email')).toBe('zoe@gmail.com');
    await expect.poll(() => focus(page)).toBe('email');
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(contactForm.success.text);
  });

  test('going back over the skip link at once is announced', async () => {
    await open(page, homePlace.path);
    await goTo(page, aboutPlace);
    await page.evaluate(() => document.querySelector<HTMLElement>('.skip-link')?.click());
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#main');
    await page.evaluate(() => history.go(-2));
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe(homePlace.path);
    await expect.poll(() => focus(page)).toBe('h1');
    await expect
      .poll(() => textOf(page, '#root > .visually-hidden[role="status"]'))
      .toBe(documentTitle(homePlace));
  });
});
