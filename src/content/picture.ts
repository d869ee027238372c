/** The result of `import file from './photo.jpg?picture'`. */
export interface PictureFile {
  readonly src: string;
  /** In pixels, of the largest size. */
  readonly width: number;
  readonly height: number;
  /** Best format first; empty on the dev server. */
  readonly sources: readonly { readonly type: string; readonly srcSet: string }[];
}

export interface Illustration {
  readonly file: PictureFile;
  /** Of the same size, for the dark colour scheme. */
  readonly dark?: PictureFile;
  /** A sentence for people who do not see the picture. */
  readonly alt: string;
}
