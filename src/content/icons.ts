/** Round corners, square (iOS rounds it), or maskable (each phone cuts its own shape). */
export type Ground = 'round' | 'square' | 'maskable';

interface Icon {
  readonly file: string;
  readonly size: number;
  readonly ground: Ground;
  /** In the manifest. Icons without a purpose are not listed there. */
  readonly purpose?: 'any' | 'maskable';
}

/** For search engines. */
export const logo: Icon = { file: 'icon-512.png', size: 512, ground: 'round', purpose: 'any' };

export const icons: readonly Icon[] = [
  { file: 'favicon.svg', size: 64, ground: 'round' },
  { file: 'favicon.ico', size: 32, ground: 'round' },
  { file: 'apple-touch-icon.png', size: 180, ground: 'square' },
  { file: 'icon-192.png', size: 192, ground: 'round', purpose: 'any' },
  logo,
  { file: 'icon-maskable-512.png', size: 512, ground: 'maskable', purpose: 'maskable' },
];
