import '#identity/palette.css';
import './styles/base.css';
import './styles/fonts.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { preparePage } from './app/LazyPage.tsx';
import { pageAt } from './app/pages.ts';
import { prefetchOnIntent } from './app/prefetch.ts';
import { rememberTyping } from './lib/earlyTyping.ts';
import { savesData } from './lib/savesData.ts';
import { whenIdle } from './lib/whenIdle.ts';
import { places } from './places.ts';

/** Takes over the prerendered page; where there is none, as with the dev server, renders it. */
async function start(container: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </ErrorBoundary>
    </StrictMode>
  );
  const id = pageAt(window.location.pathname);
  const address = places.find((place) => place.id === id)?.path;
  const isPrerendered = container.hasChildNodes();
  const isPageOfAddress = container.dataset['page'] === id;
  if (address && address !== window.location.pathname) {
    // A page has one address, and many ways to write it. The server may know fewer than React does:
    // of /Public/About-Us, say, it sends the page for unknown ones.
    const proper = address + window.location.search + window.location.hash;
    if (isPrerendered && !isPageOfAddress) {
      window.location.replace(proper);
      return;
    }
    window.history.replaceState(window.history.state, '', proper);
  }
  if (isPrerendered && isPageOfAddress) {
    try {
      await preparePage(id);
    } catch {
      // The browser has complained. The page goes on as it is, with links and a form that work;
      // to reload it, as after a deployment, would lose what was typed.
      return;
    }
    // the browser is sending the form, and would be asked to send it again
    if ('sending' in document.documentElement.dataset) return;
    rememberTyping(container);
    // in slices, between which the visitor is answered
    startTransition(() => {
      hydrateRoot(container, app);
    });
  } else {
    container.replaceChildren();
    createRoot(container).render(app);
  }
  prefetchOnIntent();
  if (savesData()) return;
  whenIdle(() => {
    // in the page as it comes, it would count among what is fetched before the paint
    const manifest = document.createElement('link');
    manifest.rel = 'manifest';
    manifest.href = '/site.webmanifest';
    document.head.append(manifest);
    // offline, say: the headings stay as they are
    import('./styles/fontSwap.ts').then(({ swapFont }) => swapFont()).catch(() => {});
  });
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root".');
// not awaited at the top level: pages import from this module, and would wait for it for ever
start(container);
