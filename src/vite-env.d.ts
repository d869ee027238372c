interface ImportMetaEnv {
  /** Without a trailing slash. */
  readonly SERVICE_PREFIX: string;
  readonly SITE_URL: string;
}

/** scripts/plugins/pictures.ts */
declare module '*?picture' {
  const file: import('./content/picture.ts').PictureFile;
  export default file;
}
