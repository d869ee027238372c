import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import type { Place } from '../../src/content/place.ts';
import { documentTitle } from '../../src/content/site.ts';
import { contactForm } from '../../src/content/words/contactForm.ts';
import { frame } from '../../src/content/words/frame.ts';
import aboutPlace from '../../src/pages/about-us/place.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import servicesPlace from '../../src/pages/services/place.ts';
import { ENQUIRY, fillIn } from '../support/press.ts';
import { startFreshStack } from '../support/stack.ts';
import type { Browser, Page } from './support/browser.ts';
import { chromium, firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

/* A script in the page answers for the endpoint: not every driver can intercept requests. */

const SUBMIT = '#contact-form [type="submit"]';
const NOTICE = '.submission-notice-box';

const field = (name: string) => `#contact-form [name="${name}"]`;

type Answer = '200' | '503' | 'held' | 'lost';

interface Sent {
  readonly address: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function answer(given: string): void {
  const sent: Sent[] = [];
  const respond = (status: number) =>
    Response.json(
      status === 200 ? { status: 'success' } : { status: 'error', code: 'unavailable' },
      {
        status,
        headers: { 'Enquiry-Reference': 'ABCDE-12345' },
      },
    );
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  window.fetch = async (address, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    sent.push({ address: String(address), body: String(init?.body), headers });
    if (given === 'lost') throw new TypeError('Failed to fetch');
    if (given === 'held') await released;
    return respond(given === '503' ? 503 : 200);
  };
  Object.assign(window, { sent, release });
}

const sentFrom = (page: Page) => page.evaluate(() => (window as unknown as { sent: Sent[] }).sent);

const release = (page: Page) =>
  page.evaluate(() => (window as unknown as { release: () => void }).release());

const text = (page: Page) => page.evaluate(() => document.body.innerText);
const title = (page: Page) => page.evaluate(() => document.title);
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

  test.each([
    ['503', contactForm.failure.alternatives, contactForm.draft.kept],
    ['lost', contactForm.failure.mayHaveArrived, contactForm.draft.mayHaveArrived],
  ] as const)('after %s, a reload shows the outcome', async (how, outcome, words) => {
    await fillForm(page, how);
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(outcome);
    await page.reload();
    await expect.poll(() => text(page)).toContain(words);
    expect(await value(page, 'message')).toBe(ENQUIRY.message);
  });

  test('sending is tried even if the device reports that it is offline', async () => {
    const setOnline = (is: 'yes' | 'no') =>
      page.evaluate((is) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: is === 'yes' });
        dispatchEvent(new Event(is === 'yes' ? 'online' : 'offline'));
      }, is);
    await fillForm(page, 'lost');
    await setOnline('no');
    await expect.poll(() => text(page)).toContain(contactForm.offline.kept);
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(contactForm.failure.offline);
    expect(await sentFrom(page)).toHaveLength(1);
    await setOnline('yes');
    await expect.poll(() => text(page)).toContain(contactForm.failure.backOnline);
    expect(await text(page)).not.toContain(contactForm.offline.kept);
    await setOnline('no');
    await page.evaluate(answer, '200');
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(contactForm.success.text);
  });

  test('a visitor who left the form sees the outcome, and their later changes stay', async () => {
    await fillForm(page, 'held');
    await page.click(SUBMIT);
    await expect.poll(() => textOf(page, SUBMIT)).toBe(contactForm.sending);
    await goTo(page, aboutPlace);
    await goTo(page, contactPlace);
    await expect.poll(() => text(page)).toContain(contactForm.draft.onItsWay);
    await page.type(field('message'), ' And a shop.');
    await goTo(page, servicesPlace);
    await release(page);
    await expect.poll(() => textOf(page, NOTICE)).toContain(frame.notice.sentBefore);
    await page.click(`${NOTICE} a`);
    await expect.poll(() => value(page, 'message')).toBe('Good day And a shop.');
    await page.reload();
    await expect.poll(() => value(page, 'message')).toBe('Good day And a shop.');
  });

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

  test('a visitor whose value is rejected sees other ways after leaving the field', async () => {
    await fillForm(page, '200', { contactNumber: '', email: '', surname: '' });
    const faults = { surname: 'E', email: 'zoe@firm.consulting', contactNumber: '021 123 4567' };
    for (const [name, typed] of Object.entries(faults)) {
      const [advice] = contact.fields[name as keyof typeof faults].advice;
      await page.type(field(name), typed);
      expect(await text(page)).not.toContain(advice?.text);
      await page.press('Tab');
      await expect.poll(() => text(page)).toContain(advice?.text);
    }
    await page.click(SUBMIT);
    await expect.poll(() => text(page)).toContain(contactForm.toCorrect(3));
    expect(await title(page)).toMatch(/^Not sent – /);
    expect(await sentFrom(page)).toEqual([]);
  });

  test('an error is quiet until its field is left', async () => {
    await open(page, contactPlace.path);
    const state = () =>
      page.evaluate((selector) => {
        const control = document.querySelector(selector);
        const error = control?.closest('.field')?.querySelector('.field-error');
        return [control?.getAttribute('aria-invalid'), error?.textContent, error?.className];
      }, field('name'));
    await page.type(field('name'), 'Z');
    const words = contact.fields.name.pattern.message;
    await expect.poll(state).toEqual(['false', words, expect.stringContaining('quiet')]);
    await page.press('Tab');
    await expect.poll(state).toEqual(['true', words, expect.not.stringContaining('quiet')]);
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
