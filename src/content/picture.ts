/** The result of `import file from './photo.jpg?picture'`. */
export interface PictureFile {
  /** For browsers without a suitable source. */
  readonly src: string;
  /** Pixels of the largest size. */
  readonly width: number;
  readonly height: number;
  /** The best first; empty on the dev server. */
  readonly sources: readonly { readonly type: string; readonly srcSet: string }[];
}

export interface Illustration {
  readonly file: PictureFile;
  /** Describes the picture in a sentence, for people who do not see it. */
  readonly alt: string;
}
