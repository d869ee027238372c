interface ImportMetaEnv {
  /** Without a trailing slash. */
  readonly SERVICE_PREFIX: string;
  readonly SITE_URL: string;
}

/** scripts/plugins/pictures.ts */
declare module '*?picture' {
  const file: import('./prerender/schema.ts').PictureFile;
  export default file;
}

/** scripts/plugins/drawings.ts */
declare module '*?drawing' {
  const drawing: import('./content/drawing.ts').Drawing;
  export default drawing;
}

/** scripts/plugins/mark.ts */
declare module 'virtual:mark' {
  const mark: import('./components/face.ts').Mark | undefined;
  export default mark;
}
declare module 'virtual:mark/picture' {
  const url: string | undefined;
  export default url;
}

/** scripts/plugins/news.ts */
declare module 'virtual:news' {
  const posts: readonly import('./prerender/schema.ts').Post[];
  export default posts;
}
declare module 'virtual:news/texts' {
  /** Markdown, by slug. */
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** scripts/plugins/fields.ts */
declare module 'virtual:fields' {
  const fields: readonly import('./prerender/schema.ts').FormField[];
  export default fields;
}
