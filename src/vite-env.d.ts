interface ImportMetaEnv {
  /** Path under which the endpoint answers, without a slash at its end. */
  readonly SERVICE_PREFIX: string;
  /** Origin of the live site. */
  readonly SITE_URL: string;
}
