import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as AppModule from '../../src/app/App.tsx';
import type { Place } from '../../src/content/place.ts';
import { frame } from '../../src/content/words/frame.ts';
import type * as PrerenderModule from '../../src/prerender.tsx';

/** A copy of the site, to which pages are added as an editor would: a folder for each, and nothing else. */
let copy: string;
/** Each in a folder of its own: Vite remembers which pages it has found in one. */
const copies: string[] = [];

const visitUs: Place = {
  path: '/public/visit/us',
  label: 'Visit us',
  title: 'Where we are',
  description: 'How to find our office.',
  menu: 2.5,
};
const forThePress: Place = {
  path: '/public/press',
  label: 'For the press',
  title: 'For the press',
  description: 'What is not for everybody.',
  isUnlisted: true,
};

function copySite(): void {
  // Vite reads nothing from outside of the repository
  mkdirSync('.cache', { recursive: true });
  copy = resolve(mkdtempSync('.cache/site-'));
  cpSync('src', `${copy}/src`, { recursive: true });
  cpSync('server/rules', `${copy}/server/rules`, { recursive: true });
  copies.push(copy);
}

beforeAll(() => {
  copySite();
  addPage('visit-us', visitUs, 'Come and see us');
  addPage('for-the-press', forThePress, 'Pictures of us');
});
afterAll(() => {
  for (const folder of copies) rmSync(folder, { recursive: true });
});

function addPage(folder: string, place: Place, heading: string): void {
  const page = `${copy}/src/pages/${folder}`;
  mkdirSync(page);
  writeFileSync(`${page}/place.ts`, `export default ${JSON.stringify(place)};`);
  writeFileSync(
    `${page}/words.ts`,
    `import file from './photo.jpg?picture';

    export const words = {
      heading: '${heading}',
      lead: 'So.',
      photo: { file, alt: 'Our front door' },
    };`,
  );
  cpSync('tests/identity/harvest.jpg', `${page}/photo.jpg`);
  writeFileSync(`${page}/style.css`, '.visit { color: inherit }');
  writeFileSync(
    `${page}/Page.tsx`,
    `import './style.css';
    import { PageHeader } from '../../components/PageHeader.tsx';
    import { Picture } from '../../components/Picture.tsx';
    import { words } from './words.ts';

    export default function Page() {
      return (
        <>
          <PageHeader heading={words.heading} lead={words.lead} />
          <Picture picture={words.photo} sizes="100vw" />
        </>
      );
    }`,
  );
}

async function visit(path: string): Promise<void> {
  vi.resetModules();
  const { App }: typeof AppModule = await import(`${copy}/src/app/App.tsx`);
  window.history.replaceState(null, '', path);
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const prerender = (): Promise<typeof PrerenderModule> => {
  vi.resetModules();
  return import(`${copy}/src/prerender.tsx`);
};

test('a new folder is in the menu and the footer, and is arrived at by their links', async () => {
  await visit('/public/index');
  const menu = within(screen.getByRole('navigation', { name: frame.menuLabel }));
  const labels = menu.getAllByRole('link').map((link) => link.textContent);
  expect(labels.indexOf('Visit us')).toBe(2);
  expect(labels).not.toContain('For the press');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Visit us' })).toHaveAttribute('href', visitUs.path);

  await userEvent.click(menu.getByRole('link', { name: 'Visit us' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Come and see us' });
  await waitFor(() => expect(heading).toHaveFocus());
  const photo = screen.getByRole('img', { name: 'Our front door' });
  expect(photo.getAttribute('loading')).toBe('lazy');
  // as it is seen, which is turned
  expect([photo.getAttribute('width'), photo.getAttribute('height')]).toEqual(['900', '1200']);
  expect(window.location.pathname).toBe(visitUs.path);
  expect(document.title).toMatch(/^Where we are – /);
});

test('whoever is lost is told of it, unless it is unlisted', async () => {
  await visit('/public/nowhere');
  const suggestions = within(screen.getByRole('main'));
  expect(suggestions.getByRole('link', { name: 'Visit us' })).toBeInTheDocument();
  expect(suggestions.queryByRole('link', { name: 'For the press' })).toBeNull();
});

test('an unlisted page is there for whoever has its address', async () => {
  await visit(forThePress.path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pictures of us');
});

test('the build makes both of them, and search engines are told of one', async () => {
  const site = await prerender();
  expect(site.pages).toContainEqual({
    id: 'visit-us',
    path: '/public/visit/us',
    file: 'public/visit/us/index',
    module: 'src/pages/visit-us/Page.tsx',
  });
  const { head, root } = await site.renderPage('visit-us');
  expect(head).toContain('content="How to find our office."');
  expect(head).not.toContain('noindex');
  expect(root).toContain('Come and see us');
  expect((await site.renderPage('for-the-press')).head).toContain('content="noindex"');
  const sitemap = site.sitemap('https://firm.example');
  expect(sitemap).toContain('<loc>https://firm.example/public/visit/us</loc>');
  expect(sitemap).not.toContain(forThePress.path);
});

test.each([
  [
    '/public/about-us',
    /src\/pages\/elsewhere\/place\.ts says "\/public\/about-us", as about-us does/,
  ],
  ['/elsewhere', /src\/pages\/elsewhere\/place\.ts says "\/elsewhere": .* begins with \/public\//],
])('the build refuses %s for the address of a page', async (path, message) => {
  copySite();
  addPage('elsewhere', { ...forThePress, path }, 'Elsewhere');
  await expect(prerender()).rejects.toThrow(message);
});

test('the build names a folder that is no whole page', async () => {
  copySite();
  rmSync(`${copy}/src/pages/privacy/Page.tsx`);
  addPage('elsewhere', forThePress, 'Elsewhere');
  rmSync(`${copy}/src/pages/elsewhere/place.ts`);
  await expect(prerender()).rejects.toMatchObject({
    // by which the build shows it without a stack
    name: 'ToldError',
    message: 'src/pages/elsewhere has no place.ts.\nsrc/pages/privacy has no Page.tsx.',
  });
});
