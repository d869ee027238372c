import posts from 'virtual:news';
import texts from 'virtual:news/texts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { dayInWords } from '../../lib/dayInWords.ts';
import { type NamedPlace, placeOf } from '../../places.ts';
import contactPlace from '../contact-us/place.ts';
import { Markdown } from './Markdown.tsx';

export default function Page({ place }: { readonly place: NamedPlace }) {
  const date = posts.find(({ slug }) => slug === place.name)?.date ?? '';
  return (
    <>
      <PageHeader heading={place.title} lead={place.description} place={place} />
      <Section heading={dayInWords(date)}>
        <Markdown text={texts[place.name ?? ''] ?? ''} />
        <p className="actions">
          <TextLink to={contactPlace} className="button" />
          <TextLink to={placeOf('news')} />
        </p>
      </Section>
    </>
  );
}
