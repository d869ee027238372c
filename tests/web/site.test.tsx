import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { services } from '#identity/services.ts';
import { listing, site as own } from '#identity/site.ts';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { recoverFromStaleChunk } from '../../src/app/staleChunk.ts';
import { env } from '../../src/config/env.ts';
import { documentTitle, emailHref, phoneHref, site, whatsAppHref } from '../../src/content/site.ts';
import { crash } from '../../src/content/words/crash.ts';
import { frame } from '../../src/content/words/frame.ts';
import { inWords, openingHours } from '../../src/content/words/openingHours.ts';
import { dayInWords } from '../../src/lib/dayInWords.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import privacyPlace from '../../src/pages/privacy/place.ts';
import { privacy } from '../../src/pages/privacy/words.ts';
import { menu, places, quickLinks } from '../../src/places.ts';
import type { Listing, Site } from '../../src/prerender/schema.ts';
import { parts } from '../support/parts.ts';
import { elsewhere, placeOf } from '../support/places.ts';
import { takeConsole } from './setup.ts';
import { visit } from './support/render.tsx';
import { server } from './support/server.ts';

function Crash(): never {
  throw new Error('A crash on purpose');
}

const SPECIFIED = {
  home: { path: '/public/index', label: 'Home' },
  services: { path: '/public/service', label: 'Services' },
  'about-us': { path: '/public/about-us', label: 'About us' },
  'contact-us': { path: '/public/contact-us', label: 'Contact us' },
  'our-work': { path: '/public/our-work' },
  privacy: { path: '/public/privacy' },
};

const servicesPlace = placeOf('services');

const head = (selector: string) => document.head.querySelectorAll(selector);
const header = () => screen.getByRole('banner');
const footer = () => screen.getByRole('contentinfo');

const addressesOf = (links: readonly Element[]) => links.map((link) => link.getAttribute('href'));
/** The names of links that lead to different addresses. */
function withTwoResults(links: readonly HTMLElement[]): readonly string[] {
  const addresses = new Map<string, Set<string | null>>();
  for (const link of links) {
    const name = link.ariaLabel ?? link.textContent ?? '';
    addresses.set(name, (addresses.get(name) ?? new Set()).add(link.getAttribute('href')));
  }
  return [...addresses].flatMap(([name, { size }]) => (size > 1 ? [name] : []));
}

const whatsApp = site.whatsApp ? 1 : 0;
const showsHours = [contactPlace.path, servicesPlace?.path];

describe('every route', () => {
  test.each(places)('$path has a title, a menu that marks it, and links that lead on', async (place) => {
    await visit(place.path);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toBe(documentTitle(place));
    expect(head('title')).toHaveLength(1);
    expect(head('link[rel=canonical]')[0]).toHaveAttribute('href', `${env.siteUrl}${place.path}`);
    expect(head('meta[property="og:title"]')[0]).toHaveAttribute('content', documentTitle(place));
    expect(head('meta[name=robots]')).toHaveLength(place.isUnlisted ? 1 : 0);

    const menuLinks = within(screen.getByRole('navigation', { name: frame.menuLabel })).getAllByRole('link');
    expect(menuLinks.map((link) => link.textContent)).toEqual(menu.map(({ label }) => label));
    const marked = menuLinks.filter((link) => link.hasAttribute('aria-current'));
    expect(marked).toEqual(menuLinks.filter((link) => link.textContent === place.label));

    // beside the form, the footer has only the links to social networks
    const aboutContact = place.form === undefined ? frame.footer.contact : frame.footer.elsewhere;
    expect(within(footer()).getByText(aboutContact).closest('h2')).toBeInTheDocument();

    const links = screen.getAllByRole('link');
    const inMain = addressesOf(links.filter((link) => screen.getByRole('main').contains(link)));
    expect(inMain.some((href) => href?.startsWith(contactPlace.path))).toBe(place.form === undefined);
    expect(withTwoResults(links)).toEqual([]);

    // above the form, for phones, and beside it; in the band of the services, and in the footer
    const chats = addressesOf(links).filter((href) => href === whatsAppHref);
    const isTwice = [contactPlace.path, servicesPlace?.path].includes(place.path);
    if (isTwice || place.id === 'home') expect(chats).toHaveLength((isTwice ? 2 : 1) * whatsApp);
    for (const line of showsHours.includes(place.path) ? openingHours : []) {
      expect(screen.getByRole('main').textContent).toContain(line);
    }
  });

  test('has the path and the label of the specification, unless the firm has removed the page', () => {
    const specified = Object.entries(SPECIFIED).filter(([id]) => placeOf(id));
    expect(specified.length).toBeGreaterThanOrEqual(3);
    for (const [id, place] of specified) expect(placeOf(id)).toMatchObject(place);
    for (const id of ['home', 'services', 'about-us', 'contact-us']) {
      expect(menu).toEqual(placeOf(id) ? expect.arrayContaining([placeOf(id)]) : menu);
    }
  });

  test('the empty path redirects to the home page, which says what the firm is, and where', async () => {
    await visit('/');
    expect(window.location.pathname).toBe('/public/index');
    const above = screen.getByRole('heading', { level: 1 }).previousElementSibling;
    expect(above).toHaveTextContent(`${site.trade} in ${site.address.town}`);
  });

  test('any other address shows a helpful page that is not indexed', async () => {
    await visit('/public/nothing-here');
    expect(head('meta[name=robots]')[0]).toHaveAttribute('content', 'noindex');
    expect(head('link[rel=canonical]')).toHaveLength(0);
    const links = within(screen.getByRole('main')).getAllByRole('link');
    expect(addressesOf(links)).toEqual(expect.arrayContaining([homePlace.path, contactPlace.path]));
  });
});

describe('every page', () => {
  test('has a footer with quick links, the services, social links and the legal line', async () => {
    await visit(homePlace.path);
    const links = within(within(footer()).getByRole('navigation', { name: frame.footer.links })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(quickLinks.map(({ label }) => label));
    expect(quickLinks).toEqual(expect.arrayContaining([...menu]));
    for (const id of Object.keys(SPECIFIED)) {
      const name = placeOf(id)?.label ?? 'none';
      expect(within(footer()).queryAllByRole('link', { name })).toHaveLength(placeOf(id) ? 1 : 0);
    }
    for (const { slug, name } of services) {
      const shown = within(footer()).getByText(name);
      expect(shown.getAttribute('href')).toBe(servicesPlace ? `${servicesPlace.path}#${slug}` : null);
    }
    for (const { label, href } of site.socialLinks) {
      expect(within(footer()).getByRole('link', { name: label })).toHaveAttribute('href', href);
    }
    // one box, or the number would stand between the name and the link
    const legal = footer().querySelector(parts.legalLine)?.firstElementChild;
    expect(legal).toHaveTextContent(site.legalName);
    expect(legal).toHaveTextContent(site.registration ?? site.legalName);
    expect(footer()).toHaveTextContent(site.phone);
    expect(within(footer()).queryAllByRole('link', { name: /WhatsApp/ })).toHaveLength(whatsApp);
  });

  test('has a skip link as its first keyboard stop', async () => {
    const user = await visit(homePlace.path);
    await user.tab();
    expect(screen.getByRole('link', { name: frame.skip })).toHaveFocus();
    expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });

  test('has a menu that closes on navigation, on Back, on a press beside it, and on Escape, which returns the focus', async () => {
    const user = await visit(homePlace.path);
    const disclosure = within(header()).getByRole('group') as HTMLDetailsElement;
    const toggle = disclosure.querySelector('summary') as HTMLElement;
    expect(document.body).toHaveFocus();
    await user.click(toggle);
    expect(disclosure).toHaveAttribute('open');
    await user.click(within(header()).getByRole('link', { name: elsewhere.label }));
    // at once, or it would cover the line that says that the page is loading
    expect(disclosure).not.toHaveAttribute('open');
    const heading = await screen.findByRole('heading', { level: 1, name: elsewhere.title });
    // a navigation moves the focus, and announces the new title
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText(documentTitle(elsewhere), { selector: '[role=status] *' })).toBeTruthy();
    await user.click(toggle);
    within(header()).getByRole('link', { name: 'Home' }).focus();
    await user.keyboard('{Escape}');
    expect(disclosure).not.toHaveAttribute('open');
    expect(toggle).toHaveFocus();
    await user.click(toggle);
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(disclosure).not.toHaveAttribute('open');
    await user.click(toggle);
    window.history.back();
    await waitFor(() => expect(disclosure).not.toHaveAttribute('open'));
  });
});

test('opening hours are given for rows of days and for single days', () => {
  expect(openingHours.length > 0).toBe(listing.openingHours.length > 0);
  const days = ['Monday', 'Tuesday', 'Wednesday'] as const;
  const at = { opens: '08:00', closes: '17:00' };
  const later = { days, opens: '17:30', closes: '18:00' };
  expect(inWords([{ days: ['Monday', 'Wednesday', 'Friday'], ...at }, { days, ...at }, later])).toEqual([
    'Monday, Wednesday and Friday, 08:00\u00a0to\u00a017:00',
    'Monday to Wednesday, 08:00\u00a0to\u00a017:00 and 17:30\u00a0to\u00a018:00',
  ]);
  expect(inWords([{ days: ['Saturday'], ...at }])).toEqual(['Saturday, 08:00\u00a0to\u00a017:00']);
});

test.each<[string, Pick<Listing, 'map'>, Pick<Site, 'alsoIn'>]>([
  ['has them', { map: 'https://maps.example/firm' }, { alsoIn: { language: 'zu', text: 'Siyaphendula.' } }],
  ['does not', {}, {}],
])('the contact page shows the map and the other language if the firm %s', async (_, { map }, { alsoIn }) => {
  const { map: _map, ...othersListed }: Listing = listing;
  const { alsoIn: _alsoIn, ...others }: Site = own;
  vi.doMock('#identity/site.ts', () => ({
    listing: { ...othersListed, ...(map && { map }) },
    site: { ...others, ...(alsoIn && { alsoIn }) },
  }));
  onTestFinished(() => void vi.doUnmock('#identity/site.ts'));
  await visit(contactPlace.path);
  const links = screen.queryAllByRole('link', { name: frame.details.map });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(map === undefined ? [] : [map]);
  const texts = [...document.querySelectorAll<HTMLElement>('main [lang]')].map(({ lang, textContent }) => [
    ...[lang, textContent],
  ]);
  expect(texts).toEqual(alsoIn === undefined ? [] : [[alsoIn.language, alsoIn.text]]);
});

test('an office that nobody may visit shows its street in the privacy notice only', async () => {
  const address = { ...own.address, hidesStreet: true };
  const { street: _, ...area } = own.address;
  const branch = { name: 'North', phone: own.phone, address: { ...area, town: 'Northtown' } };
  vi.doMock('#identity/site.ts', () => ({
    listing: { ...listing, branches: [branch] },
    site: { ...own, address },
  }));
  onTestFinished(() => void vi.doUnmock('#identity/site.ts'));
  await visit(contactPlace.path);
  expect(screen.getByText(frame.details.area)).toBeVisible();
  const { structuredData } = await import('../../src/content/structuredData.ts');
  const { privacyParts } = await import('../../src/pages/privacy/words.ts').then(({ parts }) => ({
    privacyParts: parts,
  }));
  const { street, town } = own.address;
  for (const shown of [document.body.textContent, JSON.stringify(structuredData('https://a.example', contactPlace))]) {
    expect(shown).toContain(town);
    expect(shown).toContain('Northtown');
    expect(shown).not.toContain(street);
    expect(shown).not.toContain('undefined');
  }
  expect(JSON.stringify(privacyParts)).toContain(street);
});

test.skipIf(servicesPlace === undefined)(
  'links in the drawing, the list and the footer lead to a service and focus its text',
  async () => {
    const user = await visit(homePlace.path);
    const [service] = services.slice(-1);
    const address = `${servicesPlace?.path}#${service?.slug}`;
    const links = screen.getAllByRole('link', { hidden: true }).filter((link) => link.getAttribute('href') === address);
    // the drawing's, if it has one, are for the pointer: the list follows at once
    expect(links.map((link) => link.tabIndex).slice(-2)).toEqual([0, 0]);
    expect(screen.getAllByRole('link').filter((link) => links.includes(link))).toHaveLength(2);
    expect(links.map((link) => link.closest('main, footer')?.localName).slice(-2)).toEqual(['main', 'footer']);
    await user.click(links[0] as HTMLElement);
    const heading = await screen.findByRole('heading', { level: 2, name: service?.name ?? '' });
    await waitFor(() => expect(heading).toHaveFocus());
  },
);

test('a navigation leaves the description of the first page behind', async () => {
  const user = await visit(homePlace.path);
  // the build writes it, for link previews and search engines
  document.head.insertAdjacentHTML('beforeend', '<meta name="description"><meta property="og:description">');
  await user.click(within(header()).getByText(elsewhere.label));
  await waitFor(() => expect(head('meta[name=description], meta[property="og:description"]')).toHaveLength(0));
});

test('a page that is left lets the browser scroll to where it was, before the script is there again', async () => {
  await visit(homePlace.path);
  expect(window.history.scrollRestoration).toBe('manual');
  fireEvent(window, new Event('pagehide'));
  expect(window.history.scrollRestoration).toBe('auto');
});

test('the privacy notice ends with the day of its last change', async () => {
  await visit(privacyPlace.path);
  const { date, text } = privacy.updated;
  expect(screen.getByText(text)).toHaveAttribute('datetime', date);
  expect(text).toBe(dayInWords(date));
});

test('a page that crashes offers a way home', () => {
  render(
    <ErrorBoundary>
      <Crash />
    </ErrorBoundary>,
  );
  for (const text of [crash.heading, crash.sending]) expect(screen.getByRole('alert')).toHaveTextContent(text);
  // the element that had the focus is gone
  expect(screen.getByRole('heading', { name: crash.heading })).toHaveFocus();
  expect(document.title).toBe(documentTitle({ title: crash.heading }));
  expect(addressesOf(screen.getAllByRole('link'))).toEqual(expect.arrayContaining([phoneHref, emailHref]));
  expect(screen.getByRole('link', { name: crash.home })).toHaveAttribute('href', homePlace.path);
  for (const { path, label } of places.filter(({ form }) => form)) {
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', path);
  }
  expect(takeConsole(/A crash on purpose/)).not.toHaveLength(0);
});

// tests/e2e has the reloads of a tab, and a page that cannot be loaded
test.each([
  ['that is missing after a reload too', 200, 'yes'],
  ['of a server that would answer a reload with an error', 503, ''],
])('a file of the app %s is an error', async (_, status, reloaded) => {
  server.use(http.head('*', () => new HttpResponse(null, { status })));
  if (reloaded) window.sessionStorage.setItem('reloaded-for-stale-chunk', reloaded);
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect(recoverFromStaleChunk(gone)).rejects.toThrow(/Failed to fetch/);
});
