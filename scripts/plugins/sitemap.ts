import type { Plugin } from 'vite';
import type { SiteBuild } from './siteBuild.ts';

/** What leads to the pages: a list of them for search engines, and a page at the empty path for hosts that cannot redirect. */
export function sitemap(siteBuild: SiteBuild, { siteUrl }: { siteUrl: string }): Plugin {
  return {
    name: 'sitemap',
    apply: 'build',
    // after the pages: one of these takes the place of index.html
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { homePlace, site, sitemap: sitemapOf } = await siteBuild.renderer();
      const emit = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source });
      const home = homePlace.path;
      const name = site.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      emit(
        'index.html',
        `<!doctype html><html lang="en-ZA"><meta charset="utf-8"><title>${name}</title><meta http-equiv="refresh" content="0; url=${home}"><link rel="canonical" href="${siteUrl}${home}"><p><a href="${home}">${name}</a></p></html>\n`,
      );
      emit('sitemap.xml', sitemapOf(siteUrl));
      emit('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`);
    },
  };
}
