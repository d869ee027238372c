import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { SiteBuild } from './siteBuild.ts';

const FILE = '.well-known/security.txt';

/** It has to say when it is stale, and within a year (RFC 9116, section 2.5.5). */
const DAYS = 364;

/** Says where a weakness of the site is reported (RFC 9116), unless public/ has a file of its own for that. */
export function securityTxt(siteBuild: SiteBuild, { siteUrl }: { siteUrl: string }): Plugin {
  let publicDir = '';
  return {
    name: 'security-txt',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    async generateBundle() {
      if (existsSync(`${publicDir}/${FILE}`)) return;
      const { site } = await siteBuild.renderer();
      const source = securityText(site, siteUrl, new Date());
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}

export function securityText(
  site: { readonly email: string },
  siteUrl: string,
  today: Date,
): string {
  const stale = new Date(today);
  stale.setUTCDate(stale.getUTCDate() + DAYS);
  stale.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: mailto:${site.email}`,
    `Expires: ${stale.toISOString()}`,
    'Preferred-Languages: en',
    // an address of the web has to be one of HTTPS
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}/${FILE}`] : []),
    '',
  ].join('\n');
}
