import type { Locator, Page } from '@playwright/test';
import { home } from '#identity/home.ts';
import { services } from '#identity/services.ts';
import contact from '../../../server/forms/contact/form.json' with { type: 'json' };
import { phoneHref } from '../../../src/content/site.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';
import homePlace from '../../../src/pages/home/place.ts';
import type { HomeClaims } from '../../../src/prerender/schema.ts';
import { parts } from '../../support/parts.ts';
import { elsewhere, placeOf } from '../../support/places.ts';
import { readProjects } from '../../support/projects.ts';
import { expect, fillForm, open, test } from '../fixtures.ts';
import { answerWith, stateNoise, visits } from '../visits.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

test('a picture with one for the dark colour scheme follows it on the screen alone', async ({ page }) => {
  const work = placeOf('our-work');
  const [inDark] = (await readProjects()).flatMap(({ pictures = [] }) => pictures.filter(({ dark }) => dark));
  test.skip(work === undefined || inDark === undefined, 'the firm has no such picture');
  await open(page, work?.path ?? '');
  const picture = page.getByRole('img', { name: inDark?.alt ?? '', exact: true });
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(shown).toMatch(/avif$/);
  const light = await shown();
  await page.emulateMedia({ colorScheme: 'dark' });
  // currentSrc is empty while the browser chooses a picture
  await expect.poll(async () => (await shown()).replace(light, '')).toMatch(/avif$/);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(shown).toBe(light);
});

test('a wide page has links to the parts of a long study beside it', async ({ page }) => {
  const work = placeOf('our-work');
  const studies = (await readProjects()).flatMap(({ study = [] }) => study);
  const named = studies.filter(({ slug }) => slug !== undefined);
  test.skip(work === undefined || named.length === 0, 'the firm has no such study');
  await open(page, work?.path ?? '');
  for (const { slug, heading } of named) {
    await page.getByRole('main').getByRole('link', { name: heading, exact: true }).click();
    await expect(page).toHaveURL(`${work?.path}#${slug}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport();
    await expect(page.getByRole('main').getByRole('link', { name: heading, exact: true })).toBeInViewport();
  }
});

/** @returns the texts that style sheets add to a page, such as the numbers of steps, without duplicates */
async function writtenByStyle(page: Page, path: string): Promise<string[]> {
  await open(page, path);
  const chromium = await page.context().newCDPSession(page);
  const { nodes } = await chromium.send('Accessibility.getFullAXTree');
  await chromium.detach();
  // such a text has no node in the document
  const texts = nodes.filter((node) => node.role?.value === 'StaticText' && node.backendDOMNodeId === undefined);
  return [...new Set(texts.map(({ name }) => String(name?.value).trim()))].sort();
}

const numbers = (list: readonly unknown[]) => list.map((_, index) => `${index + 1}`);

test('services and steps have numbers, and quotations have their marks', async ({ page }) => {
  const { quotations }: HomeClaims = home;
  const marks = quotations.length === 0 ? [] : ['“', '”', '—'];
  expect(await writtenByStyle(page, homePlace.path)).toEqual([...numbers(services), ...marks].sort());
  const work = placeOf('our-work');
  if (work === undefined) return;
  const studies = (await readProjects()).flatMap(({ study = [] }) => study);
  const steps = studies.flatMap((part) => (part.kind === 'journey' ? numbers(part.steps) : []));
  expect(await writtenByStyle(page, work.path)).toEqual([...new Set(steps)].sort());
});

/** @returns a line for each picture, bar and row of social links that lost its size or place */
const misshapen = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const isTooHigh = (image: HTMLImageElement) =>
      getComputedStyle(image).objectFit !== 'cover' &&
      boxOf(image).height > (boxOf(image).width * image.naturalHeight) / image.naturalWidth + 2;
    const icons = [...document.querySelectorAll('footer a[aria-label]:has(svg)')];
    return [
      ...[...document.querySelectorAll('img')].filter(isTooHigh).map(({ alt }) => `too high: ${alt}`),
      ...[...document.querySelectorAll('main dl svg')]
        .filter((bar) => boxOf(bar).height < 8)
        .map((bar) => `flat: ${bar.closest('div')?.textContent}`),
      ...(new Set(icons.map((icon) => boxOf(icon).top)).size > 1 ? ['the social links are not in a row'] : []),
    ];
  });

test('pictures keep their shape, bars their height, and social links their row', async ({ page }) => {
  await open(page, placeOf('our-work')?.path ?? homePlace.path);
  for (const image of await page.getByRole('main').getByRole('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).not.toBe(0);
  }
  expect(await misshapen(page)).toEqual([]);
});

test('the menu underlines the current page alone', async ({ page }) => {
  await open(page, elsewhere.path);
  const links = page.getByRole('banner').getByRole('list').getByRole('link');
  const underlined = await links.evaluateAll((all) => {
    const isSeen = ({ content, height, backgroundColor }: CSSStyleDeclaration) =>
      content === '""' && Number.parseFloat(height) >= 2 && !/, 0\)$/.test(backgroundColor);
    return all
      .filter((link) => isSeen(getComputedStyle(link.firstElementChild ?? link, '::after')))
      .map(({ textContent }) => textContent);
  });
  expect(underlined).toEqual([elsewhere.label]);
});

test('the text about a service leads to it, too', async ({ page }) => {
  const [service] = services;
  const place = placeOf('services');
  test.skip(service === undefined || place === undefined, 'the firm has no such page');
  await open(page, homePlace.path);
  // the link lies over the text
  await page.getByText(service?.summary ?? '', { exact: true }).click({ force: true });
  await expect(page).toHaveURL(`${place?.path}#${service?.slug}`);
});

test('the focus can be seen on the dark band around the telephone number', async ({ page }) => {
  const place = placeOf('services');
  test.skip(place === undefined, 'the firm has no such page');
  await open(page, place?.path ?? '');
  const call = page.locator(`main a[href="${phoneHref}"]`);
  await call.focus();
  const [ring, text] = await call.evaluate((link) => {
    const { outlineColor, color } = getComputedStyle(link);
    return [outlineColor, color];
  });
  expect(ring).toBe(text);
});

/** Expects an edge in the colour of the icon of the warning in this box. */
async function expectEdgeLikeIcon(box: Locator, side: 'borderLeft' | 'borderTop'): Promise<void> {
  const [edge, icon] = await box.evaluate(
    (element, { side, warning }) => {
      const sign = getComputedStyle(element.querySelector(warning) ?? element, '::before');
      return [getComputedStyle(element)[side], sign.backgroundColor];
    },
    { side, ...parts },
  );
  expect(edge, 'the edge, in the colour of the icon').toBe(`4px solid ${icon}`);
}

test('the notice of a failure on another page has the colour of a failure, is not printed, and leaves no room behind', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...stateNoise);
  await visits.find(({ name }) => name === 'notice.not-sent')?.enter(page);
  const notice = page.locator(parts.notice);
  await expectEdgeLikeIcon(notice, 'borderTop');
  await page.emulateMedia({ media: 'print' });
  await expect(notice).toBeHidden();
  await page.emulateMedia({ media: null });
  const close = notice.getByRole('button');
  // it looks like a link
  await expect(close).toHaveCSS('text-decoration-line', 'underline');
  await expect(page.locator('body')).not.toHaveCSS('padding-bottom', '0px');
  await close.click();
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
});

test('on a phone, a failure is scrolled into view and shows each way to write once', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...stateNoise);
  await page.setViewportSize({ width: 360, height: 740 });
  await answerWith(page, 'the store cannot be written');
  await open(page, contactPlace.path);
  await fillForm(page, 'A quote');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await send.click();
  const failure = page.locator(parts.failure);
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expectEdgeLikeIcon(failure, 'borderLeft');
  const calls = page.locator('main a[href^="tel:"]').filter({ visible: true });
  await expect(calls).toHaveCount(1);
});

/** Of a form that nobody has touched. */
const disorder = (page: Page) =>
  page.locator('main form').evaluate((form, { fieldBox }) => {
    const boxes = [...form.querySelectorAll<HTMLInputElement>(`${fieldBox}:not([type=checkbox])`)];
    return [
      // iPhones zoom into smaller letters
      ...boxes
        .filter((box) => Number.parseFloat(getComputedStyle(box).fontSize) < 16)
        .map(({ name }) => `${name} has small letters`),
      ...boxes.filter((box) => box.offsetHeight < 48).map(({ name }) => `${name} is low`),
      ...[...form.querySelectorAll('p')]
        .filter((text) => text.textContent === '' && text.offsetHeight > 1)
        .map(({ className }) => `${className} has nothing to say and is shown`),
    ];
  }, parts);

test('on a phone, the telephone number is above the form, fields are large, and an error is closest to its own field', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...stateNoise);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, contactPlace.path);
  const call = page.locator(`main a[href="${phoneHref}"]`).filter({ visible: true }).first();
  await expect(call).toBeInViewport({ ratio: 1 });
  expect(await disorder(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator(parts.fieldError).first()).not.toBeEmpty();
  const distances = await page.locator(`${parts.fieldError}:not(:empty)`).evaluateAll(
    (errors, parts) =>
      errors.map((error) => {
        const { top, bottom } = error.getBoundingClientRect();
        const field = error.closest(parts.field);
        // the label of a tick box is beside it, and may be higher
        const above = [...(field?.querySelectorAll(`${parts.fieldHint}, ${parts.fieldBox}, label`) ?? [])];
        const label = field?.nextElementSibling?.querySelector('label');
        return {
          own: top - Math.max(...above.map((part) => part.getBoundingClientRect().bottom)),
          next: (label?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - bottom,
        };
      }),
    parts,
  );
  expect(distances).toHaveLength(Object.values(contact.fields).filter((field) => 'required' in field).length);
  for (const { own, next } of distances) expect(next).toBeGreaterThan(2 * own);
});

test('an error is calm and moves no field while the visitor types, and then its field has its colour, until it is corrected', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...stateNoise);
  await open(page, contactPlace.path);
  const name = page.getByLabel('Name', { exact: true });
  const styleOf = (property: 'borderColor' | 'boxShadow') =>
    name.evaluate((field, property) => getComputedStyle(field)[property], property);
  const edge = () => styleOf('borderColor');
  const calm = await edge();
  const error = page.getByText('Please provide your valid name.', { exact: true });
  const colour = () => error.evaluate((text) => getComputedStyle(text).color);
  const next = page.getByLabel('Email address');
  const place = await next.boundingBox();
  await name.fill('Z');
  const quiet = await colour();
  expect(await next.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(edge).not.toBe(calm);
  const danger = await colour();
  expect(danger).not.toBe(quiet);
  expect(await edge()).toBe(danger);
  expect(await styleOf('boxShadow')).toContain(danger);
  await name.fill('Zoë');
  await page.keyboard.press('Tab');
  await expect.poll(edge).toBe(calm);
});

test('secondary text has the colour of other text with more contrast, and the bars of the browser that of the page', async ({
  page,
}) => {
  await open(page, contactPlace.path);
  const hint = page.locator(parts.fieldHint).first();
  const colourOf = (it: typeof hint) => it.evaluate((element) => getComputedStyle(element).color);
  const ink = () => colourOf(page.locator('body'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    expect(await colourOf(hint), colorScheme).not.toBe(await ink());
    const [bars, paper] = await page.evaluate(() => {
      const meta = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      );
      const probe = document.createElement('i');
      probe.style.color = meta?.content ?? '';
      document.body.append(probe);
      return [getComputedStyle(probe).color, getComputedStyle(document.body).backgroundColor];
    });
    expect(bars, colorScheme).toBe(paper);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    expect(await colourOf(hint), colorScheme).toBe(await ink());
  }
});
