import mark from 'virtual:mark';
import type { ComponentType } from 'react';
import type { Drawing } from '../content/drawing.ts';
import { site } from '../content/site.ts';
import type { Illustration } from '../prerender/schema.ts';

/** The firm's sign, from face/mark.svg or another picture. */
export interface Mark {
  readonly drawing?: Drawing;
  readonly picture?: { readonly src: string; readonly width: number; readonly height: number };
}

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

/** Whether the mark shows the firm's name, so that it need not stand beside it. */
export const isNamedByMark = mark !== undefined && site.isNameInMark === true;

/** The first letter of the name, for a firm without a mark. */
export const initial = [...site.name][0]?.toUpperCase() ?? '';

/** The firm's sign, and the drawings or the photograph that its identity has. */
export const face = { mark, hero, drawings } as const;
