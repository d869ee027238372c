/** Defined by the build (vite.config.ts). */
export const env = {
  servicePrefix: import.meta.env.SERVICE_PREFIX,
  siteUrl: import.meta.env.SITE_URL,
} as const;
