/** What `import file from './photo.jpg?picture'` gives: the build has made of it what screens of all sizes need. */
export interface PictureFile {
  /** For whoever can do nothing with the sources. */
  readonly src: string;
  /** Of the largest one, in pixels: what keeps its room in the page. */
  readonly width: number;
  readonly height: number;
  /** The best first. The dev server has none. */
  readonly sources: readonly { readonly type: string; readonly srcSet: string }[];
}

/** A picture, and what is read aloud in its place. */
export interface Illustration {
  readonly file: PictureFile;
  /** What there is to see, in a sentence: for whoever does not see it. */
  readonly alt: string;
}
