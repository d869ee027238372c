import posts from 'virtual:news';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { dayInWords } from '../../lib/dayInWords.ts';
import { placeOf } from '../../places.ts';
import place from './place.ts';
import { news } from './words.ts';

export default function Page() {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={place.title} href="/news.xml" />
      <PageHeader heading={place.title} lead={news.lead} place={place} />
      <Section heading={news.all}>
        <ul className="link-list">
          {posts.map(({ slug, summary, date }) => (
            <li key={slug}>
              <TextLink to={placeOf(`news-post.${slug}`)} />
              <p>{summary}</p>
              <p>
                <time dateTime={date}>{dayInWords(date)}</time>
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Invitation words={news.invitation} />
    </>
  );
}
