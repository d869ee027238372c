import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import contactPlace from '../../src/pages/contact-us/place.ts';
import {
  ENQUIRY,
  fieldNames,
  fillIn,
  type Name,
  pointOn,
  settled,
  type Target,
  THIRDS,
} from '../support/press.ts';
import { startFreshStack } from '../support/stack.ts';
import type { Browser, Page } from './support/browser.ts';
import { chromium, firefox } from './support/puppeteer.ts';
import { webkit } from './support/webkit.ts';

const CONFIRMATION =
  'Thank you for your message. Our sales representative will contact you shortly.';
const SUBMIT = '#contact-form [type="submit"]';
const PRIVACY = '.contact-form-privacy a';
const CLEAR = '.contact-form-draft button';
const CALL = '.contact-form-failure a';

const field = (name: Name) => `#contact-form [name="${name}"]`;

const without = (left: Name, values = ENQUIRY) => JSON.stringify({ ...values, [left]: undefined });

/** Runs in the page. Answers for the endpoint, which accepts only twenty messages in ten minutes. */
function answer(status: string) {
  const posts: unknown[] = [];
  Object.assign(window, { posts });
  window.fetch = async (_, init) => {
    posts.push(init?.body);
    return Response.json(
      status === '200' ? { status: 'success' } : { status: 'error', code: 'unavailable' },
      { status: Number(status) },
    );
  };
}

const sent = () => (window as unknown as { posts: string[] }).posts.map((post) => JSON.parse(post));

function noteClicks() {
  const clicks: string[] = [];
  Object.assign(window, { clicks });
  document.addEventListener(
    'click',
    (event) => {
      const control = (event.target as Element).closest('a, button');
      clicks.push(control?.textContent ?? '');
      if (control?.localName === 'a') event.preventDefault();
    },
    { capture: true },
  );
}

const clicked = () => (window as unknown as { clicks: string[] }).clicks;

const isConfirmed = (page: Page) =>
  page.evaluate((words) => document.body.innerText.includes(words), CONFIRMATION);

const textOf = (page: Page, selector: string) =>
  page.evaluate((selector) => document.querySelector(selector)?.textContent ?? '', selector);

const focus = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);

let product: Awaited<ReturnType<typeof startFreshStack>>;
beforeAll(async () => {
  product = await startFreshStack();
});
afterAll(() => product.stop());

async function openForm(page: Page): Promise<void> {
  const address = new URL(contactPlace.path, product.stack.siteUrl).href;
  await page.evaluate(() => {
    // about:blank has no storage
    if (location.protocol === 'about:') return;
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.open(address);
}

async function pressOn(page: Page, target: Target): Promise<void> {
  // Firefox scrolls to the typed text with a delay
  await page.evaluate(settled);
  await page.evaluate(pointOn, JSON.stringify(target));
  await page.evaluate(settled);
  const point = await page.evaluate(pointOn, JSON.stringify(target));
  if (point === null) throw new Error(`${target.selector} cannot be pressed.`);
  if (!target.isScrolledTo) expect(point.scrolled).toBe(0);
  await page.pointerDown(point);
  await page.evaluate(settled);
  await page.pointerUp();
}

const middleOf = (selector: string): Target => ({
  selector,
  part: THIRDS.middle,
  isScrolledTo: true,
});

async function sendWithout(page: Page, left: Name, values = ENQUIRY): Promise<void> {
  await page.evaluate(fillIn, without(left, values));
  await pressOn(page, middleOf(SUBMIT));
  await expect.poll(() => focus(page)).toBe(left);
}

interface View {
  readonly name: string;
  /** 0 is the narrowest window of the engine. */
  readonly width: number;
  readonly height: number;
  readonly isScrolledTo: boolean;
  readonly textSizes: readonly string[];
}

const both = { isScrolledTo: true, textSizes: ['100%', '200%'] };
/** At 200 % text, WebKitGTK's drawing process crashes in wide windows. */
const plain = { ...both, textSizes: ['100%'] };
const NARROW: View = { ...both, name: 'a narrow window', width: 0, height: 740 };
const LOW: View = { ...plain, name: 'a narrow and low window', width: 0, height: 640 };
const WIDE: View = { ...plain, name: 'a wide window', width: 1366, height: 768 };
const TALL: View = {
  ...both,
  name: 'a window taller than the form',
  width: 640,
  height: 3300,
  isScrolledTo: false,
};
const HANDS = [
  { name: 'a mouse in Chromium', engine: chromium, touches: false, views: [NARROW, WIDE, TALL] },
  { name: 'a finger in Chromium', engine: chromium, touches: true, views: [NARROW, LOW, TALL] },
  { name: 'a mouse in Firefox', engine: firefox, touches: false, views: [NARROW, WIDE, TALL] },
  {
    name: 'a mouse in WebKit',
    engine: webkit,
    touches: false,
    views: [NARROW, WIDE, TALL],
  },
];

/** Values that are still incomplete or invalid when the visitor leaves the field. */
const ways = [
  { how: 'left empty', last: 'name', typed: '' },
  { how: 'wrong', last: 'email', typed: 'zoe@' },
  { how: 'too short', last: 'contactNumber', typed: '082 123 456' },
  { how: 'right once it is left', last: 'contactNumber', typed: '082 123 4567' },
  { how: 'left empty', last: 'message', typed: '' },
] as const;

describe.each(HANDS)('with $name', ({ engine, touches, views }) => {
  let browser: Browser;
  let page: Page;
  let scene = '';
  beforeAll(async () => {
    browser = await engine.launch({ touches, isTall: true });
  });
  afterEach(async () => {
    expect(await page.complaints()).toEqual([]);
  });
  afterAll(() => browser.close());

  /** The tests of a scene share a visitor: a new one takes longer than a press. */
  const enter = async ({ name, width, height }: View, detail: string) => {
    if (scene === `${name} ${detail}`) return;
    if (scene !== '') await page.close();
    scene = `${name} ${detail}`;
    page = await browser.newPage();
    await page.resize(width || engine.narrowest, height);
  };

  const startAfresh = async (view: View, textSize: string) => {
    await enter(view, textSize);
    const wasAsked = await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('.contact-form-sent button');
      button?.click();
      return button !== null;
    });
    if (!wasAsked) await openForm(page);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
      scrollTo(0, 0);
    }, textSize);
    await page.evaluate(answer, '200');
  };

  const scenes = views.flatMap((view) =>
    view.textSizes.map((textSize) => ({ in: view.name, view, textSize })),
  );

  describe.each(scenes)('in $in, at a text size of $textSize', ({ view, textSize }) => {
    test.each(fieldNames)('a press on Send sends if the visitor typed in %s last', async (last) => {
      await startAfresh(view, textSize);
      await sendWithout(page, last);
      await page.type(field(last), ENQUIRY[last]);
      await pressOn(page, { ...view, selector: SUBMIT, part: THIRDS.upper });
      await expect.poll(() => isConfirmed(page)).toBe(true);
      expect(await page.evaluate(sent)).toEqual([{ ...ENQUIRY, contactNumber: '0821234567' }]);
    });
  });

  describe.each([NARROW, TALL])('in $name, while an error appears or disappears', (view) => {
    const pressFrom = async (last: Name, typed: string, selector: string) => {
      await page.evaluate(noteClicks);
      const name = await textOf(page, selector);
      await page.evaluate((selector) => {
        const field = document.querySelector<HTMLInputElement>(selector);
        field?.focus();
        field?.select();
      }, field(last));
      await page.press('Backspace');
      if (typed !== '') await page.type(field(last), typed);
      await pressOn(page, middleOf(selector));
      await expect.poll(() => page.evaluate(clicked)).toEqual([name]);
    };

    test.each(ways)('a press on a link works from $last, $how', async ({ last, typed }) => {
      await enter(view, 'errors');
      await openForm(page);
      await pressFrom(last, typed, PRIVACY);
    });

    test.each(ways)('a press on Clear works from $last, $how', async ({ last, typed }) => {
      await enter(view, 'errors');
      await openForm(page);
      await page.evaluate(fillIn, JSON.stringify({ subject: ENQUIRY.subject }));
      await page.reload();
      await pressFrom(last, typed, CLEAR);
      await expect.poll(() => textOf(page, CLEAR)).toBe('');
    });

    test.each(ways)('a press on a way to call works from $last, $how', async ({ last, typed }) => {
      await enter(view, 'errors');
      await openForm(page);
      await page.evaluate(answer, '503');
      await page.evaluate(fillIn, JSON.stringify(ENQUIRY));
      await pressOn(page, middleOf(SUBMIT));
      await expect.poll(() => textOf(page, CALL)).toContain('Call');
      await pressFrom(last, typed, CALL);
    });
  });
});
