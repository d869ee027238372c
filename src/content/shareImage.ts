import { site } from './site.ts';

/** The picture that a link to the site is shown with; images.ts draws it. */
export const shareImage = {
  path: '/share.png',
  width: 1200,
  height: 630,
  /** Read aloud in its place. */
  alt: `${site.name}. ${site.slogan} Beside the words, a quiver tree forks in two at every branch.`,
} as const;
