import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { env } from '../config/env.ts';
import { documentTitle } from '../content/site.ts';
import type { Place, Presence } from '../prerender/schema.ts';

/** What happens once the page is there. */
export interface OnArrival {
  /** Before it is painted. */
  readonly scroll: () => void;
  /** @param title the document's */
  readonly greet: (title: string) => void;
}

interface Props {
  readonly place: Place | Presence;
  readonly onArrival: OnArrival;
  readonly children: ReactNode;
}

/** A page, and what the head of the document says about it. The build adds what only the first page needs. */
export function Screen({ place, onArrival, children }: Props) {
  const title = documentTitle(place);
  return (
    <>
      <title>{title}</title>
      <meta property="og:title" content={title} />
      {(place.path === undefined || place.isUnlisted) && <meta name="robots" content="noindex" />}
      {place.path !== undefined && (
        <>
          <link rel="canonical" href={env.siteUrl + place.path} />
          <meta property="og:url" content={env.siteUrl + place.path} />
        </>
      )}
      {children}
      <Arrival title={title} {...onArrival} />
    </>
  );
}

/** Rendered beside the page in its Suspense boundary, so that its effects wait for the page's code. */
function Arrival({ title, scroll, greet }: OnArrival & { readonly title: string }) {
  const { key } = useLocation();
  useLayoutEffect(scroll, [scroll]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new arrival, even if the title is the same
  useEffect(() => greet(title), [key, title, greet]);
  return null;
}
