import './Layout.css';
import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Words } from '../components/Words.tsx';
import { frame } from '../content/words/frame.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { forgetPages } from './pages.tsx';
import type { OnArrival } from './Screen.tsx';
import { SubmissionNotice } from './SubmissionNotice.tsx';
import { useArrival } from './useArrival.ts';

export function Layout() {
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
            <Outlet context={onArrival satisfies OnArrival} />
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
