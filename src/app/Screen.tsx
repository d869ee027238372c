import { type ReactNode, useEffect } from 'react';
import { useLocation, useOutletContext } from 'react-router-dom';
import { env } from '../config/env.ts';
import { documentTitle, type RouteEntry } from '../routes.ts';

/** Told each time a page for a location is on screen, with the document's title. */
export type OnArrival = (title: string) => void;

type ScreenRoute = Omit<RouteEntry, 'path' | 'label'> & { readonly path?: string };

/** A page with what surrounds it in the document's head. */
export function Screen({
  route,
  children,
}: {
  readonly route: ScreenRoute;
  readonly children: ReactNode;
}) {
  return (
    <>
      <DocumentHead route={route} />
      {children}
      <Arrival title={documentTitle(route)} />
    </>
  );
}

/** React moves these into the head, and takes them out again with the page. */
function DocumentHead({ route }: { readonly route: ScreenRoute }) {
  const title = documentTitle(route);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={route.description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={route.description} />
      {route.path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={env.siteUrl + route.path} />
          <meta property="og:url" content={env.siteUrl + route.path} />
        </>
      )}
    </>
  );
}

/** Stands behind the page in its Suspense boundary, so its effect waits for the page's code. */
function Arrival({ title }: { readonly title: string }) {
  const onArrival = useOutletContext<OnArrival>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new arrival, even at the same title
  useEffect(() => onArrival(title), [key, title, onArrival]);
  return null;
}
