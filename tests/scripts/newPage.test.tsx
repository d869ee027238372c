import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as AppModule from '../../src/app/App.tsx';
import type * as PrerenderModule from '../../src/build/prerender.tsx';
import type { Place } from '../../src/build/schema.ts';
import { frame } from '../../src/content/words/frame.ts';
import { menu, placeOf } from '../support/places.ts';
import { expectWholePage } from '../web/support/page.ts';

mkdirSync('.cache', { recursive: true });
/** A copy of the site: Vite caches the list of pages by folder. */
const copy = resolve(mkdtempSync('.cache/site-'));

const place = (name: string, more: Partial<Place> = {}): Place => ({
  path: `/public/of-a-test/${name}`,
  label: `Test: ${name}`,
  title: `The title of ${name}`,
  description: `What ${name} describes.`,
  ...more,
});
const added = {
  inMenu: place('in-menu', { menu: 2.5 }),
  inFooter: place('in-footer', { footer: 1.5 }),
  inNeither: place('in-neither'),
  unlisted: place('unlisted', { isUnlisted: true }),
};

// about-us is what docs/editing.md copies
const isCopied = placeOf('about-us') !== undefined;

beforeAll(() => {
  if (!isCopied) return;
  for (const folder of ['src', 'server/forms']) cpSync(folder, `${copy}/${folder}`, { recursive: true });
  for (const [name, place] of Object.entries(added)) addPage(name, place);
  addPicture('inMenu');
});
afterAll(() => rmSync(copy, { recursive: true }));

function edit(file: string, ...edits: readonly (readonly [from: RegExp, to: string])[]): void {
  const edited = edits.reduce(
    (text, [from, to]) => {
      expect(text).toMatch(from);
      return text.replaceAll(from, to);
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, edited);
}

function addPage(folder: string, place: Place): void {
  const page = `${copy}/src/pages/${folder}`;
  for (const name of ['place.ts', 'words.ts', 'Page.tsx']) {
    cpSync(`${copy}/src/pages/about-us/${name}`, `${page}/${name}`);
  }
  edit(
    `${page}/Page.tsx`,
    [/import '\.\/style\.css';\n/g, ''],
    [/ className="about-[^"]*"/g, ''],
    [/aboutUs/g, 'words'],
  );
  edit(`${page}/words.ts`, [/aboutUs/g, 'words'], [/(?<=^ {2}heading: ).*/gm, `'${place.title}',`]);
  writeFileSync(`${page}/place.ts`, `export default ${JSON.stringify(place)};`);
}

function addPicture(folder: string): void {
  const page = `${copy}/src/pages/${folder}`;
  cpSync('tests/identity/harvest.jpg', `${page}/photo.jpg`);
  edit(`${page}/words.ts`, [
    /(?=export const words = \{)(.*)/g,
    "import file from './photo.jpg?picture';\n$1 photo: { file, alt: 'Our front door' },",
  ]);
  edit(`${page}/Page.tsx`, [/(?=<Invitation)/g, '<Picture picture={words.photo} sizes="100vw" />']);
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
  return import(`${copy}/src/build/prerender.tsx`);
};

test.runIf(isCopied).each(Object.values(added))('$path is a complete page', async (place) => {
  await visit(place.path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(place.title);
  expectWholePage(place);
});

test.runIf(isCopied)(
  'a new page is in the menu and the footer, or in the footer only, as its place.ts says',
  async () => {
    await visit('/public/index');
    const links = (name: string) => within(screen.getByRole('navigation', { name }));
    const labels = (name: string) =>
      links(name)
        .getAllByRole('link')
        .map((link) => link.textContent);
    const { inMenu, inFooter } = added;
    const header = ['Home', 'Services', inMenu.label, 'About us', 'Contact us'].filter(
      (label) => label === inMenu.label || menu.some((place) => place.label === label),
    );
    const footer = ['Home', inFooter.label, ...header.slice(1)];
    const isKnown = (label: string) => footer.includes(label) || label.startsWith('Test: ');
    expect(labels(frame.menuLabel).filter(isKnown)).toEqual(header);
    expect(labels(frame.footer.links).filter(isKnown)).toEqual(footer);

    await userEvent.click(links(frame.menuLabel).getByRole('link', { name: inMenu.label }));
    const heading = await screen.findByRole('heading', { level: 1, name: inMenu.title });
    await waitFor(() => expect(heading).toHaveFocus());
    const photo = screen.getByRole('img', { name: 'Our front door' });
    expect(photo.getAttribute('loading')).toBe('lazy');
    expect([photo.getAttribute('width'), photo.getAttribute('height')]).toEqual(['900', '1200']);
    expect(window.location.pathname).toBe(inMenu.path);
  },
);

test.runIf(isCopied)('the page for unknown addresses links to a new page unless it is unlisted', async () => {
  await visit('/public/nowhere');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  const labels = links.map((link) => link.textContent);
  const { unlisted, ...listed } = added;
  expect(labels).toEqual(expect.arrayContaining(Object.values(listed).map(({ label }) => label)));
  expect(labels).not.toContain(unlisted.label);
});

test.runIf(isCopied)('the build renders new pages, and the sitemap has the listed ones', async () => {
  const site = await prerender();
  const sitemap = site.sitemap('https://firm.example');
  for (const [id, { path, isUnlisted, title, description }] of Object.entries(added)) {
    expect(site.pages).toContainEqual({
      id,
      module: id,
      path,
      file: `${path.slice(1)}/index.html`,
    });
    const { head, root } = await site.renderPage(id);
    expect(head).toContain(`content="${description}"`);
    expect(head.includes('content="noindex"')).toBe(isUnlisted === true);
    expect(root).toContain(title);
    expect(sitemap.includes(`<loc>https://firm.example${path}</loc>`)).toBe(!isUnlisted);
  }
});
