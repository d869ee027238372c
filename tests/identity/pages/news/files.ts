import { asXml } from '../../../../src/prerender/images.ts';
import { site } from '../../site.ts';
import place from './place.ts';
import { posts } from './posts.ts';

/** The feed (RFC 4287). */
export default (siteUrl: string) => {
  const entries = posts.map(({ slug, title, summary, date }) => {
    const url = `${siteUrl}${place.path}/${slug}`;
    return `<entry><id>${url}</id><link href="${url}"/><title>${asXml(title)}</title><updated>${date}T00:00:00Z</updated><summary>${asXml(summary)}</summary></entry>`;
  });
  return {
    'news.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${siteUrl}${place.path}</id><link rel="self" href="${siteUrl}/news.xml"/><title>${asXml(place.description)}</title><author><name>${asXml(site.name)}</name></author><updated>${posts[0].date}T00:00:00Z</updated>${entries.join('')}</feed>\n`,
  };
};
