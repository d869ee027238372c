/** How an icon is cut: with round corners, by iOS itself, or by a phone to a shape of its own. */
export type Ground = 'round' | 'square' | 'maskable';

interface Icon {
  readonly file: string;
  /** In pixels. */
  readonly size: number;
  readonly ground: Ground;
  /** In the manifest; an icon without a purpose is not in it. */
  readonly purpose?: 'any' | 'maskable';
}

/** The icon for search engines. */
export const logo: Icon = { file: 'icon-512.png', size: 512, ground: 'round', purpose: 'any' };

/** Every icon of the site: images.ts draws it, scripts/plugins/siteFiles.ts writes it. */
export const icons: readonly Icon[] = [
  { file: 'favicon.svg', size: 64, ground: 'round' },
  { file: 'favicon.ico', size: 32, ground: 'round' },
  { file: 'apple-touch-icon.png', size: 180, ground: 'square' },
  { file: 'icon-192.png', size: 192, ground: 'round', purpose: 'any' },
  logo,
  { file: 'icon-maskable-512.png', size: 512, ground: 'maskable', purpose: 'maskable' },
];
