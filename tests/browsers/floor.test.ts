import { afterAll, beforeAll, expect, test } from 'vitest';
import { fields as rules } from '../../server/forms/contact/form.json';
import { formWords } from '../../src/content/words/form.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import { addresses } from '../support/places.ts';
import { ENQUIRY, fieldNames, fillIn, SUBMIT } from '../support/press.ts';
import { addedValues } from '../support/samples.ts';
import { mailsAbout, type Stack, startStack } from '../support/stack.ts';
import { browse, type Page } from './support/browser.ts';
import { chromiumBelowFloor } from './support/puppeteer.ts';

/* A browser below the floor (src/prerender/loader.ts) keeps each page as it was rendered. */

const PHONE = 360;
const INVALID = '123';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const visitor = browse(chromiumBelowFloor);

const open = async (path: string): Promise<Page> => {
  const page = visitor();
  await page.resize(PHONE, 740);
  await page.open(new URL(path, stack.siteUrl).href);
  return page;
};

/** After the first paint: then the app would be asked for. */
const askedFor = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((paints) => {
          if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
          resolve([...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href));
        }).observe({ type: 'paint', buffered: true });
      }),
  );

const measured = (page: Page) =>
  page.evaluate(() => {
    const texts = (selector: string, isWrong: (box: DOMRect) => boolean) =>
      [...document.querySelectorAll(selector)]
        .filter((block) => block.textContent.length > 20 && isWrong(block.getBoundingClientRect()))
        .map((block) => block.textContent);
    const blocks = 'main :is(h1, h2, h3, p, label)';
    return {
      width: document.documentElement.scrollWidth,
      // a column without a width is as narrow as its longest word
      narrow: texts(blocks, ({ width }) => width < innerWidth / 2),
      atEdge: texts(blocks, ({ left }) => left < 10),
      onGround: texts('.page-header .lead', ({ bottom }) => {
        const header = document.querySelector('.page-header');
        return header !== null && header.getBoundingClientRect().bottom - bottom < 10;
      }),
    };
  });

const READABLE = { width: PHONE, narrow: [], atEdge: [], onGround: [] };

test.each(addresses)('%s can be read on a phone', async (path) => {
  const page = await open(path);
  expect(await askedFor(page)).toEqual([]);
  expect(await measured(page)).toEqual(READABLE);
  const noise = path === '/nowhere' ? [expect.stringContaining('404')] : [];
  expect(await page.complaints()).toEqual(noise);
});

test('an enquiry is corrected, sent and confirmed', async () => {
  const page = await open(contactPlace.path);
  const said = () => page.evaluate(() => document.body.innerText);
  const values = () =>
    page.evaluate(() => [...new FormData(document.querySelector<HTMLFormElement>('form') ?? undefined)]);
  const enquiry = { ...ENQUIRY, subject: 'From an old phone', contactNumber: INVALID };
  await page.evaluate(fillIn, JSON.stringify(addedValues));
  for (const name of fieldNames) await page.type(`form [name="${name}"]`, enquiry[name]);
  await page.click(SUBMIT);
  await expect.poll(() => page.evaluate(() => document.title)).toContain(formWords.notSent);
  expect(await said()).toContain(rules.contactNumber.pattern.message);
  expect(Object.fromEntries(await values())).toMatchObject(enquiry);
  expect(await measured(page)).toEqual(READABLE);
  expect(await page.complaints()).toEqual([expect.stringContaining('422')]);
  await page.evaluate(fillIn, JSON.stringify({ contactNumber: ENQUIRY.contactNumber }));
  await page.click(SUBMIT);
  const reference = () => page.evaluate(() => document.querySelector('.reference')?.textContent);
  await expect.poll(reference).toMatch(/\S/);
  const given = await reference();
  expect(await said()).toContain('Thank you for your message.');
  expect(await measured(page)).toEqual(READABLE);
  await expect
    .poll(() => mailsAbout(stack, enquiry.subject))
    .toMatchObject([
      { subject: expect.stringContaining(String(given)), text: expect.stringContaining(enquiry.message) },
    ]);
});
