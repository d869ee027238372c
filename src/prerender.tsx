import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { Layout } from './app/Layout.tsx';
import { preparePage } from './app/LazyPage.tsx';
import type { PageId } from './app/pages.ts';
import { Screen } from './app/Screen.tsx';
import { contactUs } from './content/contactUs.ts';
import { DRAFT } from './features/contact/drafts.ts';
import { Prefilled, placeholders, REFERENCE } from './features/contact/prefill.ts';
import { loadApp } from './loader.ts';
import MessageSentPage from './pages/MessageSentPage.tsx';
import { documentTitle, notFoundRoute, type RouteId, routes } from './routes.ts';
import { EXTENDED, FAMILY, latin, latinExtended } from './styles/displayFaceFiles.ts';

/*
 * The site's pages as text, for the build. It runs under Node, and nothing of it reaches a browser
 * but the loader, as the text of a script.
 */

export { sampleDetails } from './content/sampleDetails.ts';
export { site } from './content/site.ts';
export { structuredData } from './content/structuredData.ts';
export * as images from './images.ts';
export { routes } from './routes.ts';

/** What a page consists of, to be put into index.html. */
export interface Rendered {
  readonly head: string;
  readonly root: string;
}

/** The module that draws a page. */
const moduleOf = (id: PageId) => `src/pages/${id[0]?.toUpperCase()}${id.slice(1)}Page.tsx`;

interface Page {
  readonly id: PageId;
  /** Its path without the ending, below the document root. */
  readonly file: string;
  readonly module: string;
}

/** Every page that the browser takes over. */
export const pages: readonly Page[] = [
  ...(Object.keys(routes) as RouteId[]).map((id) => ({
    id,
    file: `${routes[id].path.slice(1)}/index`,
    module: moduleOf(id),
  })),
  { id: 'notFound', file: '404', module: moduleOf('notFound') },
];

/** A page as React makes it in the browser, so that React finds there what it expects. */
export async function renderPage(id: PageId): Promise<Rendered> {
  await preparePage(id);
  const path = id === 'notFound' ? '/404' : routes[id].path;
  return render(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  );
}

/** The contact page for the endpoint to fill in, after a form sent without script was refused. */
export async function renderRefusedForm(): Promise<Rendered> {
  await preparePage('contactUs');
  const { head, root } = await render(
    <Prefilled value={placeholders}>
      <StaticRouter location={routes.contactUs.path}>
        <App />
      </StaticRouter>
    </Prefilled>,
  );
  const title = documentTitle(routes.contactUs);
  return {
    // a page that was loaded announces its title, not its alerts
    head: head.replace(`<title>${title}`, `<title>${contactUs.notSent} – ${title}`),
    root,
  };
}

/** What the endpoint shows after a form sent without script was taken. */
export function renderConfirmation(): Promise<Rendered> {
  const route = { ...notFoundRoute, title: contactUs.sent.heading };
  return render(
    <StaticRouter location="/">
      <Routes>
        <Route element={<Layout />}>
          <Route
            path="*"
            element={
              <Screen route={route}>
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
  const { prelude } = await prerenderToNodeStream(
    <html lang="en-ZA">
      <body>{content}</body>
    </html>,
    // else React puts what is long at the end of the page, and a script that moves it to its place
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
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

/** For the page that says that a form was sent without script: what this tab kept of it goes. */
export const draftRemoval = `try{localStorage.removeItem(sessionStorage.getItem("${DRAFT}"));sessionStorage.removeItem("${DRAFT}")}catch{}`;

/** The text of the script that starts the app. */
export const loader = `(${loadApp.toString()})()`;

/** The face of the headings as a style sheet says it, for whoever runs no script (styles/displayFace.ts). */
export const faceWithoutScript = [
  [latin, ''],
  [latinExtended, `unicode-range:${EXTENDED};`],
]
  .map(
    ([file, range]) =>
      `@font-face{font-family:"${FAMILY}";font-weight:700;font-display:swap;${range}src:url(${file})}`,
  )
  .join('');
