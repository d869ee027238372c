import type { Occasion } from '../components/face.ts';
import { site } from '../content/site.ts';
import homePlace from '../pages/home/place.ts';
import type { NamedPlace } from '../places.ts';

/** In pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What an identity draws into link previews, from its face/preview.ts. Without it, they show the mark. */
export interface Preview {
  /** Ends the picture's alternative text. */
  readonly alt: string;
  /** @returns SVG elements within the box */
  readonly draw: (occasion: Occasion, box: Box, colours: Readonly<Record<'ink' | 'root' | 'aloe', string>>) => string;
}

const [found] = Object.values(
  import.meta.glob<Preview>('#identity/face/preview.ts', { eager: true, import: 'preview' }),
);
export const preview = found;

/** The words in a page's link preview. */
export const shareTitle = ({ path, title }: Pick<NamedPlace, 'path' | 'title'>): string =>
  path === homePlace.path ? site.slogan : title;

/** Below them. Home's slogan needs none. */
export const shareSentence = ({ path, description }: Pick<NamedPlace, 'path' | 'description'>): string =>
  path === homePlace.path ? '' : description;

export const shareAlt = (place: Pick<NamedPlace, 'path' | 'title'>): string =>
  [`${site.name}: ${shareTitle(place).replace(/\.$/, '')}.`, preview?.alt].filter(Boolean).join(' ');
