import { render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { services } from '#identity/services.ts';
import { listing } from '#identity/site.ts';
import { working } from '#identity/working.ts';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { preparePage } from '../../src/app/pages.tsx';
import { recoverFromStaleChunk } from '../../src/app/staleChunk.ts';
import { sampleDetails } from '../../src/content/sampleDetails.ts';
import { documentTitle, site, whatsAppHref } from '../../src/content/site.ts';
import { crash } from '../../src/content/words/crash.ts';
import { frame } from '../../src/content/words/frame.ts';
import { inWords, openingHours } from '../../src/content/words/openingHours.ts';
import { facts as sampleFacts } from '../../src/identity/privacy.ts';
import { site as sample } from '../../src/identity/site.ts';
import aboutPlace from '../../src/pages/about-us/place.ts';
import { aboutUs } from '../../src/pages/about-us/words.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { Gallery } from '../../src/pages/our-work/Page.tsx';
import { ourWork } from '../../src/pages/our-work/words.ts';
import servicesPlace from '../../src/pages/services/place.ts';
import { menu, places, quickLinks } from '../../src/places.ts';
import type { Listing, Project, Working } from '../../src/schema.ts';
import { facts as otherFacts } from '../identity/privacy.ts';
import { site as other } from '../identity/site.ts';
import { takeConsole } from './setup.ts';
import { expectWholePage, head } from './support/page.ts';
import { visit } from './support/render.tsx';
import { server } from './support/server.ts';

function Crash(): never {
  throw new Error('A crash on purpose');
}

const header = () => screen.getByRole('banner');
const footer = () => screen.getByRole('contentinfo');

describe('every route', () => {
  test.each(places)('$path has a page with a title and a link to the form', async (place) => {
    await visit(place.path);
    expectWholePage(place);
  });

  test.each(places)('$path has no two links with one name and two results', async ({ path }) => {
    await visit(path);
    const addresses = new Map<string, Set<string | null>>();
    for (const link of screen.getAllByRole('link')) {
      const name = link.ariaLabel ?? link.textContent ?? '';
      addresses.set(name, (addresses.get(name) ?? new Set()).add(link.getAttribute('href')));
    }
    expect([...addresses].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  test('the paths are those of the specification', () => {
    expect(places.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/public/index',
        '/public/service',
        '/public/about-us',
        '/public/contact-us',
        '/public/our-work',
        '/public/privacy',
      ]),
    );
  });

  test('the empty path redirects to the home page', async () => {
    await visit('/');
    expect(window.location.pathname).toBe('/public/index');
  });

  test('any other address shows a helpful page that is not indexed', async () => {
    await visit('/public/nothing-here');
    expect(head('meta[name=robots]')[0]).toHaveAttribute('content', 'noindex');
    expect(head('link[rel=canonical]')).toHaveLength(0);
    const links = within(screen.getByRole('main')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining([homePlace.path, contactPlace.path]),
    );
  });
});

describe('every page', () => {
  test('has a menu that marks the current page', async () => {
    await visit(aboutPlace.path);
    const links = within(screen.getByRole('navigation', { name: frame.menuLabel })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(menu.map(({ label }) => label));
    expect(menu.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Home', 'Services', 'About us', 'Contact us']),
    );
    expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([
      within(header()).getByRole('link', { name: 'About us' }),
    ]);
  });

  test('has a footer with quick links, the services, social links and the legal line', async () => {
    await visit(homePlace.path);
    const links = within(within(footer()).getByRole('navigation', { name: frame.footer.links })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(quickLinks.map(({ label }) => label));
    expect(quickLinks).toEqual(expect.arrayContaining([...menu]));
    for (const name of ['Home', 'Services', 'About us', 'Contact us', 'Our work', 'Privacy notice'])
      expect(within(footer()).getByRole('link', { name })).toBeInTheDocument();
    for (const { slug, name } of services) {
      const link = within(footer()).getByRole('link', { name });
      expect(link).toHaveAttribute('href', `${servicesPlace.path}#${slug}`);
    }
    for (const { label, href } of site.socialLinks) {
      expect(within(footer()).getByRole('link', { name: label })).toHaveAttribute('href', href);
    }
    // one box, or the number would stand between the name and the link
    const legal = footer().querySelector('.site-footer-legal')?.firstElementChild;
    expect(legal).toHaveTextContent(site.legalName);
    expect(legal).toHaveTextContent(site.registration ?? site.legalName);
    expect(footer()).toHaveTextContent(site.phone);
  });

  test('links to WhatsApp wherever it shows the phone number', async () => {
    const chats = () => screen.getAllByRole('link').filter((link) => link.getAttribute('href') === whatsAppHref);
    const whatsApp = site.whatsApp ? 1 : 0;
    await visit(homePlace.path);
    expect(within(footer()).queryAllByRole('link', { name: /WhatsApp/ })).toHaveLength(whatsApp);
    // in the band and in the footer
    await visit(servicesPlace.path);
    expect(chats()).toHaveLength(2 * whatsApp);
    // above the form, for phones, and beside it
    await visit(contactPlace.path);
    expect(chats()).toHaveLength(2 * whatsApp);
  });

  test('has a skip link as its first keyboard stop', async () => {
    const user = await visit(homePlace.path);
    await user.tab();
    expect(screen.getByRole('link', { name: frame.skip })).toHaveFocus();
    expect(document.activeElement?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });

  test('has a menu that closes on navigation, on a press beside it, and on Escape, which returns the focus', async () => {
    const user = await visit(homePlace.path);
    const disclosure = within(header()).getByRole('group') as HTMLDetailsElement;
    const toggle = disclosure.querySelector('summary') as HTMLElement;
    await user.click(toggle);
    expect(disclosure).toHaveAttribute('open');
    await user.click(within(header()).getByRole('link', { name: 'Services' }));
    await screen.findByRole('heading', { level: 1, name: 'Services' });
    expect(disclosure).not.toHaveAttribute('open');
    await user.click(toggle);
    within(header()).getByRole('link', { name: 'Home' }).focus();
    await user.keyboard('{Escape}');
    expect(disclosure).not.toHaveAttribute('open');
    expect(toggle).toHaveFocus();
    await user.click(toggle);
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(disclosure).not.toHaveAttribute('open');
  });
});

test('the home page says above the slogan what the firm is, and where', async () => {
  await visit(homePlace.path);
  const above = screen.getByRole('heading', { level: 1 }).previousElementSibling;
  expect(above).toHaveTextContent(`${site.trade} in ${site.address.town}`);
});

test.each([contactPlace, servicesPlace])('$path shows the opening hours', async ({ path }) => {
  await visit(path);
  for (const line of openingHours) expect(screen.getByRole('main').textContent).toContain(line);
});

test('opening hours are given for rows of days and for single days', async () => {
  const days = ['Monday', 'Tuesday', 'Wednesday'] as const;
  const at = { opens: '08:00', closes: '17:00' };
  expect(inWords({ days, ...at })).toBe('Monday to Wednesday, 08:00\u00a0to\u00a017:00');
  expect(inWords({ days: ['Monday', 'Wednesday', 'Friday'], ...at })).toBe(
    'Monday, Wednesday and Friday, 08:00\u00a0to\u00a017:00',
  );
  expect(inWords({ days: ['Saturday'], ...at })).toBe('Saturday, 08:00\u00a0to\u00a017:00');
});

const { steps, people, prices, questions }: Working = working;

test('about us shows what the firm tells about its work, and no empty part', async () => {
  await visit(aboutPlace.path);
  const main = within(screen.getByRole('main'));
  for (const [heading, entries] of [
    [aboutUs.steps, steps.map(({ title }) => title)],
    [aboutUs.people, people.map(({ name }) => name)],
    [aboutUs.prices, prices.map(({ of }) => of)],
    [aboutUs.questions, questions.map(({ title }) => title)],
  ] as const) {
    expect(main.queryAllByRole('heading', { name: heading })).toHaveLength(Math.min(1, entries.length));
    for (const name of entries) expect(main.getByRole('heading', { name })).toBeVisible();
  }
  for (const { from } of prices) expect(main.getByText(`${aboutUs.from} ${from}`)).toBeVisible();
  for (const { picture } of people) {
    if (picture) expect(main.getByRole('img', { name: picture.alt })).toBeInTheDocument();
  }
});

test('the contact page shows the map and the other language, if the firm has them', async () => {
  await visit(contactPlace.path);
  const { map }: Listing = listing;
  const links = screen.queryAllByRole('link', { name: frame.details.map });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(map === undefined ? [] : [map]);
  for (const { language, text } of site.alsoIn ? [site.alsoIn] : []) {
    expect(screen.getByText(text)).toHaveAttribute('lang', language);
  }
});

test('a navigation moves the focus to the new heading and announces the new title', async () => {
  const user = await visit(homePlace.path);
  expect(document.body).toHaveFocus();
  await user.click(within(header()).getByRole('link', { name: 'About us' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'About us' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByText(documentTitle(aboutPlace), { selector: '[role=status] *' })).toBeTruthy();
});

test('links in the drawing, the list and the footer lead to a service and focus its text', async () => {
  const user = await visit(homePlace.path);
  const [service] = services.slice(-1);
  const address = `${servicesPlace.path}#${service?.slug}`;
  const links = screen.getAllByRole('link', { hidden: true }).filter((link) => link.getAttribute('href') === address);
  // the drawing's, if it has one, are for the pointer: the list follows at once
  expect(links.map((link) => link.tabIndex).slice(-2)).toEqual([0, 0]);
  expect(screen.getAllByRole('link').filter((link) => links.includes(link))).toHaveLength(2);
  expect(links.map((link) => link.closest('main, footer')?.localName).slice(-2)).toEqual(['main', 'footer']);
  await user.click(links[0] as HTMLElement);
  const heading = await screen.findByRole('heading', { level: 2, name: service?.name ?? '' });
  await waitFor(() => expect(heading).toHaveFocus());
});

describe('the portfolio', () => {
  const show = (projects: readonly Project[]) =>
    render(
      <MemoryRouter>
        <Gallery projects={projects} />
      </MemoryRouter>,
    );

  test('shows a text while it is empty', () => {
    show([]);
    expect(screen.getByRole('heading', { name: ourWork.empty.heading })).toBeInTheDocument();
  });

  test('shows each project with its figures', () => {
    show([
      {
        slug: 'a-project',
        title: 'A project',
        client: 'A client',
        year: 2026,
        summary: 'What it does.',
        figures: [{ value: '12', label: 'things' }],
        method: 'Counted by hand.',
      },
    ]);
    const entry = within(screen.getByRole('region', { name: 'A project' }));
    expect(entry.getByRole('heading', { name: 'A project' })).toBeInTheDocument();
    expect(entry.getByText('things').nextElementSibling).toHaveTextContent('12');
  });
});

describe('a page that crashes', () => {
  test('offers a way home', () => {
    render(
      <ErrorBoundary>
        <Crash />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent(crash.heading);
    expect(screen.getByRole('link', { name: crash.home })).toHaveAttribute('href', homePlace.path);
    for (const { path, label } of places.filter(({ form }) => form)) {
      expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', path);
    }
    expect(takeConsole(/A crash on purpose/)).not.toHaveLength(0);
  });

  test('is rendered again after a navigation', () => {
    const { rerender } = render(
      <ErrorBoundary resetKey="one">
        <Crash />
      </ErrorBoundary>,
    );
    rerender(
      <ErrorBoundary resetKey="two">
        <p>All is well</p>
      </ErrorBoundary>,
    );
    expect(screen.getByText('All is well')).toBeInTheDocument();
    expect(takeConsole(/A crash on purpose/)).not.toHaveLength(0);
  });
});

describe('a missing file of the app', () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  test('is an error if the server cannot be reached', async () => {
    server.use(http.head('*', () => HttpResponse.error()));
    await expect(recoverFromStaleChunk(gone)).rejects.toThrow(/Failed to fetch/);
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('is an error after one reload', async () => {
    server.use(http.head('*', () => new HttpResponse(null)));
    window.sessionStorage.setItem('reloaded-for-stale-chunk', 'yes');
    await expect(recoverFromStaleChunk(gone)).rejects.toThrow(/Failed to fetch/);
  });

  test('allows another reload after a file was loaded', async () => {
    window.sessionStorage.setItem('reloaded-for-stale-chunk', 'yes');
    await preparePage('about-us');
    expect(window.sessionStorage).toHaveLength(0);
  });
});

test('the sample firm is recognised in every detail, and another firm is not', () => {
  const paiaManual = 'https://kokerboom.example/paia-manual.pdf';
  const found = sampleDetails({ ...sample, paiaManual }, 'https://kokerboom.example', sampleFacts);
  expect(found.sort().join(', ')).toBe(
    'SITE_URL, address, email, email company, hosting, informationOfficer, legalName, name, paiaManual, phone, ' +
      'registration, shortName, slogan, socialLinks, summary, whatsApp',
  );
  const [link] = other.socialLinks;
  const href = 'https://www.linkedin.com/other';
  const replaced = {
    ...other,
    email: 'hello@other.co.za',
    paiaManual: 'https://www.other.co.za/paia.pdf',
    socialLinks: [{ ...link, href }],
  };
  for (const siteUrl of ['https://www.other.co.za', 'https://www.other.example']) {
    expect(sampleDetails(replaced, siteUrl, otherFacts)).toEqual([]);
  }
  const socialLinks = [{ ...sample.socialLinks[0], href }];
  expect(sampleDetails({ ...replaced, socialLinks }, 'https://a.co.za', otherFacts)).toEqual(['socialLinks']);
});
