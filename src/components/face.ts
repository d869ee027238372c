import type { ComponentType } from 'react';
import mark from '#identity/face/mark.svg?drawing';
import type { Illustration } from '../prerender/schema.ts';

/** Chooses the drawing: a seed always gives the same one. */
export interface Occasion {
  readonly seed: string;
  /** The page's address, or 'sent' for a confirmation and 'lost' for a page that is missing. */
  readonly at: string;
}

/** Drawings made by code, from face/drawings.tsx of the identity. Each may be left out. */
export interface Drawings {
  /** Beside the heading of every other page. */
  readonly Heading?: ComponentType<Occasion>;
  /** From the line down the page to a heading. */
  readonly Branch?: ComponentType<{ readonly seed: string }>;
  /** From a page's drawing to the line down the page. */
  readonly Connection?: ComponentType;
  /** Behind the telephone number. */
  readonly Backdrop?: ComponentType<{ readonly seed: string }>;
  /** Above the footer. */
  readonly Foot?: ComponentType;
}

const [drawings = {}] = Object.values(
  import.meta.glob<Drawings>('#identity/face/drawings.tsx', { eager: true, import: 'drawings' }),
);
const [hero] = Object.values(import.meta.glob<Illustration>('#identity/face/hero.ts', { eager: true, import: 'hero' }));

/** The firm's sign, and the drawings or the photograph that its identity has. */
export const face = { mark, hero, drawings } as const;
