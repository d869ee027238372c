import '#identity/palette.css';
import './styles/base.css';
import './styles/fonts.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { NOT_FOUND, placeAt, preparePage } from './app/pages.tsx';
import { prefetchOnIntent } from './app/prefetch.ts';
import { rememberNodes } from './lib/lastingNodes.ts';
import { savesData } from './lib/savesData.ts';
import { whenIdle } from './lib/whenIdle.ts';

/** Hydrates the prerendered page, or renders it on the dev server. */
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
  const { id, path: address } = placeAt(window.location.pathname) ?? { id: NOT_FOUND };
  const isPrerendered = container.hasChildNodes();
  const isPageOfAddress = container.dataset['page'] === id;
  if (address && address !== window.location.pathname) {
    // the server may answer 404 for a spelling that React accepts, such as /Public/About-Us
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
      // the page works without script, and a reload would lose typed text
      return;
    }
    // the browser is already sending the form
    if ('sending' in document.documentElement.dataset) return;
    rememberNodes(container);
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
    // added late, so that it does not compete with the first paint
    const manifest = document.createElement('link');
    manifest.rel = 'manifest';
    manifest.href = '/site.webmanifest';
    document.head.append(manifest);
    // offline, the headings keep the system font
    import('./styles/fontSwap.ts').then(({ swapFont }) => swapFont()).catch(() => {});
  });
}

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root".');
// awaiting it would deadlock: pages import from this module
start(container);
