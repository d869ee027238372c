import posts from 'virtual:news';
import { site } from '../../content/site.ts';
import place from './place.ts';

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The feed (RFC 4287). */
export default (siteUrl: string) => {
  const list = siteUrl + place.path;
  const entries = posts.map(({ slug, title, summary, date }) => {
    const url = `${list}/${slug}`;
    return `<entry><id>${url}</id><link href="${url}"/><title>${xml(title)}</title><updated>${date}T00:00:00Z</updated><summary>${xml(summary)}</summary></entry>`;
  });
  return {
    'news.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${list}</id><link rel="self" href="${siteUrl}/news.xml"/><title>${xml(place.description)}</title><author><name>${xml(site.name)}</name></author><updated>${posts[0]?.date}T00:00:00Z</updated>${entries.join('')}</feed>\n`,
  };
};
