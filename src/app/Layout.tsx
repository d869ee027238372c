import './Layout.css';
import { type ReactNode, Suspense, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Words } from '../components/Words.tsx';
import { frame } from '../content/words/frame.ts';
import type { Place, Presence } from '../prerender/schema.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { forgetPages } from './pages.tsx';
import { Screen } from './Screen.tsx';
import { SubmissionNotice } from './SubmissionNotice.tsx';
import { useArrival } from './useArrival.ts';

interface Props {
  /** The page's. */
  readonly place: Place | Presence;
  readonly children: ReactNode;
}

export function Layout({ place, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const location = useLocation();
  const [announcement, onArrival] = useArrival(main);
  return (
    <>
      <Header />
      <SubmissionNotice />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary resetKey={location} onReset={forgetPages}>
          <Suspense fallback={<p className="page-loading">{frame.loading}</p>}>
            <Screen place={place} onArrival={onArrival}>
              {children}
            </Screen>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <p className="visually-hidden" role="status">
        {announcement && <Words>{announcement}</Words>}
      </p>
    </>
  );
}
