import { Invitation } from '../../../../src/components/Invitation.tsx';
import { PageHeader } from '../../../../src/components/PageHeader.tsx';
import { Section } from '../../../../src/components/Section.tsx';
import { TextLink } from '../../../../src/components/TextLink.tsx';
import { placeOf } from '../../../../src/places.ts';
import place from './place.ts';
import { inWords, posts } from './posts.ts';
import { news } from './words.ts';

export default function Page() {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={place.title} href="/news.xml" />
      <PageHeader heading={place.title} lead={news.lead} place={place} />
      <Section heading={news.all}>
        <ul>
          {posts.map(({ slug, summary, date }) => (
            <li key={slug}>
              <TextLink to={placeOf(`news-post.${slug}`)} /> <time dateTime={date}>({inWords(date)})</time>: {summary}
            </li>
          ))}
        </ul>
      </Section>
      <Invitation words={news.invitation} />
    </>
  );
}
