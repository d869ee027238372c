import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { App } from './app/App.tsx';
import { Layout } from './app/Layout.tsx';
import { preparePage } from './app/LazyPage.tsx';
import { NOT_FOUND } from './app/pages.ts';
import { Screen } from './app/Screen.tsx';
import { site } from './content/site.ts';
import { contactForm } from './content/words/contactForm.ts';
import { frame } from './content/words/frame.ts';
import { DRAFT } from './features/contact/state/drafts.ts';
import { Prefilled, placeholders, REFERENCE } from './features/contact/ui/prefill.ts';
import { loadApp } from './loader.ts';
import contactPlace from './pages/contact-us/place.ts';
import MessageSentPage from './pages/message-sent/Page.tsx';
import messageSentPlace from './pages/message-sent/place.ts';
import { listed, type NamedPlace, places } from './places.ts';
import { EXTENDED, FAMILY, latin, latinExtended } from './styles/displayFont.ts';

/*
 * The site's pages as text, for the build. It runs under Node, and nothing of it reaches a browser
 * but the loader, as the text of a script.
 */

export { sampleDetails } from './content/sampleDetails.ts';
export { site } from './content/site.ts';
export { structuredData } from './content/structuredData.ts';
export * as images from './images.ts';
export { default as homePlace } from './pages/home/place.ts';
export { places } from './places.ts';

/** What a page consists of, to be put into index.html. */
export interface Rendered {
  readonly head: string;
  readonly root: string;
}

/** Every page that the browser takes over, by the path of its file without the ending. */
export const pages: readonly PageToBuild[] = [
  ...checked(places).map(({ id, path }) => page(id, path, `${path.slice(1)}/index`)),
  page(NOT_FOUND, '/404', '404'),
];

interface PageToBuild {
  /** The name of its folder. */
  readonly id: string;
  /** The address that it is made at. */
  readonly path: string;
  readonly file: string;
  /** Where its component is, from the folder of package.json. */
  readonly module: string;
}

function page(id: string, path: string, file: string): PageToBuild {
  return { id, path, file, module: `src/pages/${id}/Page.tsx` };
}

/** What would leave a page unseen, or an address without one, without a word. */
function checked(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const folders = (files: object) => Object.keys(files).map((file) => file.split('/')[2]);
  const withCode = folders(import.meta.glob(['./pages/*/Page.tsx', '!./pages/message-sent/*']));
  const withPlace = folders(import.meta.glob(['./pages/*/place.ts', '!./pages/message-sent/*']));
  const faults = [
    ...withCode.filter((id) => !withPlace.includes(id)).map((id) => `${id} has no place.ts.`),
    ...withPlace.filter((id) => !withCode.includes(id)).map((id) => `${id} has no Page.tsx.`),
  ];
  const taken = new Map<string, string>();
  for (const { id, path } of places) {
    const other = taken.get(path);
    if (!/^\/public(?:\/[\w-]+)+$/.test(path)) {
      faults.push(
        `${id}/place.ts says "${path}": a page's address begins with /public/, followed by letters, digits and hyphens.`,
      );
    }
    if (other !== undefined) faults.push(`${id}/place.ts says "${path}", as ${other} does.`);
    taken.set(path, id);
  }
  if (faults.length > 0) {
    const error = new Error(faults.map((fault) => `src/pages/${fault}`).join('\n'));
    // for an editor: the build shows it without a stack (scripts/toldError.ts)
    error.name = 'ToldError';
    throw error;
  }
  return places;
}

/** For search engines (https://www.sitemaps.org/protocol.html). */
export const sitemap = (siteUrl: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${listed
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>\n`)
    .join('')}</urlset>\n`;

/** A page as React makes it in the browser, so that React finds there what it expects. */
export async function renderPage(id: string): Promise<Rendered> {
  await preparePage(id);
  return render(
    <StaticRouter location={pages.find((page) => page.id === id)?.path ?? '/'}>
      <App />
    </StaticRouter>,
  );
}

/** What React writes for signs that HTML has a use for. */
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** A text, and the file that has its words. */
export interface Lettering {
  readonly text: string;
  readonly file: string;
}

/** What wears the face of the headings (styles/fontSwap.ts), the firm's own first. */
export async function headings(): Promise<readonly Lettering[]> {
  const found: Lettering[] = [
    { text: site.name, file: '#identity/site.ts' },
    { text: site.slogan, file: '#identity/site.ts' },
    ...services.map(({ name }) => ({ text: name, file: '#identity/services.ts' })),
    ...Object.values(frame.footer).map((text) => ({ text, file: 'src/content/words/frame.ts' })),
  ];
  for (const { id } of pages) {
    const { root } = await renderPage(id);
    for (const [, , html = ''] of root.matchAll(/<(h[12]|blockquote)\b[^>]*>(.*?)<\/\1>/gs)) {
      const text = html
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&[#\w]+;/g, (entity) => SIGNS[entity] ?? entity);
      found.push({ text, file: `src/pages/${id}/words.ts` });
    }
  }
  return found;
}

/** The contact page for the endpoint to fill in, after a form sent without script was refused. */
export async function renderRefusedForm(): Promise<Rendered> {
  await preparePage('contact-us');
  const { head, root } = await render(
    <Prefilled value={placeholders}>
      <StaticRouter location={contactPlace.path}>
        <App />
      </StaticRouter>
    </Prefilled>,
  );
  return {
    // a page that was loaded announces its title, not its alerts
    head: head.replace('<title>', () => `<title>${contactForm.notSent} – `),
    root,
  };
}

/** What the endpoint shows after a form sent without script was taken. */
export function renderConfirmation(): Promise<Rendered> {
  return render(
    <StaticRouter location="/">
      <Routes>
        <Route element={<Layout />}>
          <Route
            path="*"
            element={
              <Screen place={messageSentPlace}>
                <MessageSentPage reference={REFERENCE} />
              </Screen>
            }
          />
        </Route>
      </Routes>
    </StaticRouter>,
  );
}

/**
 * React puts titles and such into the head of a whole document only. One child at each level, as in
 * the browser: the ids that useId gives depend on it.
 */
async function render(content: ReactNode): Promise<Rendered> {
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <html lang="en-ZA">
      <body>{content}</body>
    </html>,
    {
      // else React puts what is long at the end of the page, and a script that moves it to its place
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // else React leaves to the browser what cannot be drawn, and the page says that it is loading
      onError: (error) => {
        errors.push(error);
      },
    },
  );
  if (errors.length > 0) throw errors[0];
  let html = '';
  for await (const chunk of prelude) html += chunk;
  const [, head, root] =
    /^<!DOCTYPE html><html [^>]*><head>(.*)<\/head><body>(.*)<\/body><\/html>$/s.exec(html) ?? [];
  if (head === undefined || root === undefined || root.includes('<script')) {
    throw new Error(
      'React made a document of another shape, or one that needs a script to be read.',
    );
  }
  return { head, root };
}

/** For the confirmation of a form that was sent without script: removes the stored draft. */
export const draftRemoval = `try{localStorage.removeItem("${DRAFT}")}catch{}`;

/** The text of the script that starts the app. */
export const loader = `(${loadApp.toString()})()`;

/** The face of the headings as a style sheet says it, for whoever runs no script (styles/fontSwap.ts). */
export const faceWithoutScript = [
  [latin, ''],
  [latinExtended, `unicode-range:${EXTENDED};`],
]
  .map(
    ([file, range]) =>
      `@font-face{font-family:"${FAMILY}";font-weight:700;font-display:swap;${range}src:url(${file})}`,
  )
  .join('');
