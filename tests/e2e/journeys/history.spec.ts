import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { services } from '#identity/services.ts';
import { documentTitle } from '../../../src/content/site.ts';
import { frame } from '../../../src/content/words/frame.ts';
import homePlace from '../../../src/pages/home/place.ts';
import { elsewhere, placeOf } from '../../support/places.ts';
import { expect, open, openUnready, reload, takenOver, test } from '../fixtures.ts';

/* Back and Forward bring the visitor to where they were, and a new page begins at its top. */

const servicesPlace = placeOf('services') ?? elsewhere;

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Until the browser has said so. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(
    (top) =>
      new Promise((resolve) => {
        window.scrollTo({ top, behavior: 'instant' });
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
    top,
  );

const hasArrived = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeFocused();

/** How far the page can be scrolled. */
const room = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

/** From wherever the visitor is: Playwright's own click would scroll. */
const follow = (page: Page, name: string) =>
  page
    .getByRole('contentinfo')
    .getByRole('link', { name, exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click());

/** A page in the visitor's history, as the model has it. */
interface Entry {
  readonly url: string;
  readonly title: string;
  top: number;
}

class Visitor {
  readonly #page: Page;
  #entries: Entry[] = [{ url: homePlace.path, title: documentTitle(homePlace), top: 0 }];
  #at = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get #entry(): Entry {
    const entry = this.#entries[this.#at];
    if (entry === undefined) throw new Error('The visitor has left the history.');
    return entry;
  }

  /** A link to the page that is shown makes no entry. */
  #go(url: string, place: { title: string }) {
    if (url !== this.#entry.url) {
      this.#at += 1;
      this.#entries.splice(this.#at);
    }
    this.#entries[this.#at] = { url, title: documentTitle(place), top: 0 };
  }

  async follow(place: { path: string; label: string; title: string }) {
    await follow(this.#page, place.label);
    this.#go(place.path, place);
  }

  /** Goes back while the new page still moves to its top. */
  async followAndGoBack(place: { path: string; label: string; title: string }) {
    const { url } = this.#entry;
    await this.follow(place);
    if (url !== place.path) await this.turn(-1);
  }

  async followToPart(index: number) {
    const service = services[index % services.length] ?? services[0];
    const url = `${servicesPlace.path}#${service.slug}`;
    await follow(this.#page, service.name);
    await expect(this.#page.getByRole('heading', { level: 2, name: service.name })).toBeFocused();
    this.#go(url, servicesPlace);
    this.#entry.top = await scrollY(this.#page);
  }

  async scroll(top: number) {
    await scrollTo(this.#page, top);
    this.#entry.top = await scrollY(this.#page);
  }

  async resize(height: number) {
    await this.#page.setViewportSize({ width: 1280, height });
    this.#entry.top = await scrollY(this.#page);
  }

  startAgain = () => reload(this.#page);

  async visitAnotherSite() {
    await openUnready(this.#page, 'about:blank');
    await this.#page.goBack();
    await takenOver(this.#page);
    this.#entries.splice(this.#at + 1);
  }

  async turn(by: -1 | 1) {
    if (this.#entries[this.#at + by] === undefined) return;
    await (by < 0 ? this.#page.goBack() : this.#page.goForward());
    this.#at += by;
  }

  /** Waits for the title too, because the address changes before the page is shown. */
  async check(log: readonly string[]) {
    const { url, title, top } = this.#entry;
    const look = async () => {
      const found = await this.#page.evaluate(() => ({
        url: window.location.pathname + window.location.hash,
        title: document.title,
        top: window.scrollY,
        room: document.documentElement.scrollHeight - window.innerHeight,
      }));
      this.#entry.top = found.top;
      return [found.url, found.title, found.top - Math.min(top, found.room)];
    };
    await expect.poll(look, log.join('\n')).toEqual([url, title, 0]);
  }
}

const PAGES = fc.constantFrom(homePlace, elsewhere, servicesPlace);

const MOVES: readonly fc.Arbitrary<readonly [string, (visitor: Visitor) => Promise<unknown>]>[] = [
  PAGES.map((place) => [`follow ${place.label}`, (it) => it.follow(place)]),
  PAGES.map((place) => [`follow ${place.label} and go back`, (it) => it.followAndGoBack(place)]),
  fc.nat(services.length - 1).map((index) => [`follow to part ${index}`, (it) => it.followToPart(index)]),
  fc.integer({ min: 1, max: 2000 }).map((top) => [`scroll to ${top}`, (it) => it.scroll(top)]),
  fc.constantFrom(500, 900).map((height) => [`resize to ${height}`, (it) => it.resize(height)]),
  fc.constant(['reload', (it) => it.startAgain()]),
  fc.constant(['visit another site', (it) => it.visitAnotherSite()]),
  fc.constant(['back', (it) => it.turn(-1)]),
  fc.constant(['back', (it) => it.turn(-1)]),
  fc.constant(['forward', (it) => it.turn(1)]),
];

const walks = fc.sample(fc.array(fc.oneof(...MOVES), { minLength: 25, maxLength: 25 }), { seed: 1, numRuns: 4 });

for (const [index, moves] of walks.entries()) {
  const motion = index % 2 === 0 ? 'no-preference' : 'reduce';
  test(`a walk through the history ends where it was, ${index + 1}, reduced motion: ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await open(page, homePlace.path);
    const visitor = new Visitor(page);
    const log: string[] = [];
    for (const [name, move] of moves) {
      log.push(name);
      await move(visitor);
      await visitor.check(log);
    }
  });
}

test('a page that is opened at a part stays there', async ({ page }) => {
  const service = services.at(-1) ?? services[0];
  const top = () => page.locator(`#${service.slug}`).evaluate((part) => part.getBoundingClientRect().top);
  await open(page, `${servicesPlace.path}#${service.slug}`);
  const placed = await scrollY(page);
  expect(placed).toBeGreaterThan(0);
  expect(await top()).toBeLessThan(400);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(placed);
});

test('Back leads to a part even if the visitor left it before its scroll event', async ({ page }) => {
  const service = services.at(-1) ?? services[0];
  await page.addInitScript(() => {
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await open(page, servicesPlace.path);
  await follow(page, service.name);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
  const placed = await scrollY(page);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(placed);
});

test('a page that is opened again begins at its top', async ({ page }) => {
  await open(page, homePlace.path);
  await scrollTo(page, 700);
  await openUnready(page, 'about:blank');
  await open(page, homePlace.path);
  expect(await scrollY(page)).toBe(0);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await page.goBack();
  await expect(page).toHaveTitle(documentTitle(homePlace));
  expect(await scrollY(page)).toBe(0);
});

test('the skip link makes an entry of its own', async ({ page }) => {
  await open(page, homePlace.path);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await scrollTo(page, 300);
  await page.getByRole('link', { name: frame.skip }).evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('main')).toBeFocused();
  await scrollTo(page, 600);
  await page.goBack();
  await expect(page).toHaveURL(elsewhere.path);
  await expect.poll(() => scrollY(page)).toBe(300);
});

test('whoever stops the movement to the top stays there, also after Back and Forward', async ({ page }) => {
  await open(page, homePlace.path);
  await scrollTo(page, await room(page));
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await page.evaluate(() => window.dispatchEvent(new WheelEvent('wheel')));
  const stopped = await scrollY(page);
  expect(stopped).toBeGreaterThan(0);
  await scrollTo(page, stopped - 1);
  await page.goBack();
  await expect(page).toHaveURL(homePlace.path);
  await page.goForward();
  await expect(page).toHaveURL(elsewhere.path);
  await expect.poll(() => scrollY(page)).toBe(stopped - 1);
});

test('where the visitor scrolls after Back is kept, once both pages have been loaded', async ({ page }) => {
  await open(page, homePlace.path);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  for (const top of [200, 400, 300]) {
    await page.goBack();
    await expect(page).toHaveURL(homePlace.path);
    await scrollTo(page, top);
    await page.goForward();
    await expect(page).toHaveURL(elsewhere.path);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(top);
    await page.goForward();
    await expect(page).toHaveURL(elsewhere.path);
  }
});

test('Back to a page that was never scrolled is at its top at once', async ({ page }) => {
  await open(page, homePlace.path);
  await follow(page, elsewhere.label);
  await hasArrived(page);
  await scrollTo(page, await room(page));
  await page.goBack();
  await expect(page).toHaveTitle(documentTitle(homePlace));
  expect(await scrollY(page)).toBe(0);
});
