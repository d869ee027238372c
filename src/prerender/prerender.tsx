import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../app/App.tsx';
import { Layout } from '../app/Layout.tsx';
import { NOT_FOUND, pageAt, preparePage } from '../app/pages.tsx';
import { formWords } from '../content/words/form.ts';
import type { Form } from '../features/form/createForm.ts';
import { ControlRenderer } from '../features/form/ui/FieldControl.tsx';
import { FilledIn, placeholder } from '../features/form/ui/filledIn.ts';
import { prerenderedControl } from '../features/form/ui/prerenderedControl.tsx';
import MessageSentPage from '../pages/message-sent/Page.tsx';
import messageSentPlace from '../pages/message-sent/place.ts';
import { listed, placeOf, places } from '../places.ts';
import { forms } from './forms.ts';
import { head, type Tag } from './head.ts';
import { loadApp } from './loader.ts';

export { facts } from '#identity/privacy.ts';
export { listing } from '#identity/site.ts';
export { SHARE, shareImage } from '../content/shareImage.ts';
export { site } from '../content/site.ts';
export { default as homePlace } from '../pages/home/place.ts';
export { places } from '../places.ts';
export { forms } from './forms.ts';
export { documentOf, withPolicy } from './head.ts';
export * as images from './images.ts';

/** The module is the folder with the page's Page.tsx. */
export const pages = [
  ...places.map(({ id, module, path }) => ({ id, module, path, file: `${path.slice(1)}/index.html` })),
  { id: NOT_FOUND, module: NOT_FOUND, path: '/404', file: '404.html' },
];

/** Contents by file name. */
type MakeFiles = (siteUrl: string) => Readonly<Record<string, string>>;
const makers = import.meta.glob<MakeFiles>(['../pages/*/files.ts', '#identity/pages/*/files.ts'], {
  eager: true,
  import: 'default',
});

/** Files that the folders of pages add to the site, such as a feed. */
export const pageFiles: MakeFiles = (siteUrl) =>
  Object.assign({}, ...Object.values(makers).map((make) => make(siteUrl)));

/** For search engines (https://www.sitemaps.org/protocol.html). */
export const sitemap = (siteUrl: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${listed
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>\n`)
    .join('')}</urlset>\n`;

/** Made by the build of the app. */
interface Assets {
  readonly style: string;
  /** The style sheets in `style`, which the app must not load again. */
  readonly sheets: readonly string[];
  /** The scripts that the page needs, the app first. */
  readonly modules: readonly string[];
}
const NONE: Assets = { style: '', sheets: [], modules: [] };

/** Rendered as in the browser, so that hydration finds the same elements. */
export async function renderPage(id: string, { style, sheets, modules }: Assets = NONE) {
  await preparePage(id);
  const { ofScreen, root } = await render(
    <StaticRouter location={pages.find((page) => page.id === id)?.path ?? '/'}>
      <App />
    </StaticRouter>,
  );
  const place = placeOf(id);
  const scripts: Tag[] = [
    ['script', {}, `(${loadApp.toString()})(${JSON.stringify(modules.map((name) => `/${name}`))})`],
    ...draftScript(id),
  ];
  return { head: head({ ofScreen, place, scripts, style, sheets, hasApp: true }), root };
}

/** For forms sent without script: the endpoint fills in the values and errors. */
export async function renderRefusedForm({ submission }: Form, { style } = NONE) {
  const { path } = submission.place;
  await preparePage(pageAt(path));
  const { ofScreen, root } = await render(
    <FilledIn value={placeholder}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </FilledIn>,
  );
  // screen readers announce the title of a new page, but not its alerts
  const title = ofScreen.replace('<title>', () => `<title>${formWords.notSent} – `);
  return { head: head({ ofScreen: title, place: undefined, scripts: [], style, sheets: [], hasApp: false }), root };
}

/** @param isPromised whether it says by when the firm answers */
export async function renderConfirmation(form: Form, isPromised: boolean, { style } = NONE) {
  const { ofScreen, root } = await render(
    <StaticRouter location="/">
      <Layout place={messageSentPlace}>
        <MessageSentPage
          reference={placeholder('reference')}
          promised={isPromised ? placeholder('promised') : ''}
          form={form.submission.place}
        />
      </Layout>
    </StaticRouter>,
  );
  const scripts: Tag[] = [['script', {}, draftRemoval(form)]];
  return { head: head({ ofScreen, place: undefined, scripts, style, sheets: [], hasApp: false }), root };
}

// React moves titles into the head of whole documents only. The nesting must match the browser's, because the
// ids of useId depend on it.
async function render(content: ReactNode) {
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <html lang="en-ZA">
      <body>
        <ControlRenderer value={prerenderedControl}>{content}</ControlRenderer>
      </body>
    </html>,
    {
      // otherwise React moves long content into place with a script
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // otherwise React leaves a failing component to the browser
      onError: (error) => {
        errors.push(error);
      },
    },
  );
  if (errors.length > 0) throw errors[0];
  let html = '';
  for await (const chunk of prelude) html += chunk;
  const [, ofScreen, root] =
    /^<!DOCTYPE html><html [^>]*><head>(.*)<\/head><body>(.*)<\/body><\/html>$/s.exec(html) ?? [];
  if (ofScreen === undefined || root === undefined || root.includes('<script')) {
    throw new Error('React rendered an unexpected document, or one that needs a script.');
  }
  return { ofScreen, root };
}

/** In the confirmation of a form sent without script: a draft that was sent would say that it was not. */
export const draftRemoval = ({ drafts: { key } }: Form): string =>
  `try{for(var s of [sessionStorage,localStorage])if(JSON.parse(s["${key}"]||"{}").savedAt==sessionStorage["sent-draft"])s.removeItem("${key}")}catch(e){}`;

/** Empty for a page without a form: reading localStorage before the first paint delays the paint. */
export function draftScript(page: string): Tag[] {
  const form = forms.find(({ submission }) => pageAt(submission.place.path) === page);
  return form ? [['script', {}, `try{(${watchDraft.toString()})("${form.drafts.key}")}catch{}`]] : [];
}

/** Its text is inlined, so it must not use anything from outside. */
function watchDraft(key: string): void {
  // makes room for the notice of a restored draft (EnquiryForm.css)
  if (key in sessionStorage || key in localStorage) document.documentElement.dataset['draft'] = '';
  // tells the confirmation whether the sent text is the draft: the draft may be another tab's
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    // the app sends it
    if (defaultPrevented) return;
    const sent = new FormData(target as HTMLFormElement);
    const draft = sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? '{"values":{}}';
    const { values, savedAt } = JSON.parse(draft);
    // the draft has rewritten numbers: their last nine digits stay
    const bare = (text: unknown) =>
      String(text ?? '')
        .replace(/[\s().-]/g, '')
        .replace(/^\+?\d*(\d{9})$/, '$1');
    const isDraft = Object.keys(values).every((name) => bare(values[name]) === bare(sent.get(name)));
    sessionStorage.setItem('sent-draft', isDraft ? savedAt : '');
  });
}
