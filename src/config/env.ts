/** The build's configuration; vite.config.ts parses it and puts it here. */
export const env = {
  servicePrefix: import.meta.env.SERVICE_PREFIX,
  siteUrl: import.meta.env.SITE_URL,
} as const;
