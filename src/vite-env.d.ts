interface ImportMetaEnv {
  /** Path under which the endpoint answers, without a slash at its end. */
  readonly SERVICE_PREFIX: string;
  /** Origin of the live site. */
  readonly SITE_URL: string;
}

/** A picture beside the words that name it (scripts/plugins/pictures.ts). */
declare module '*?picture' {
  const file: import('./content/picture.ts').PictureFile;
  export default file;
}
