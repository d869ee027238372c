import { Invitation } from '../../../../src/components/Invitation.tsx';
import { PageHeader } from '../../../../src/components/PageHeader.tsx';
import { Section } from '../../../../src/components/Section.tsx';
import type { NamedPlace } from '../../../../src/places.ts';
import { inWords, posts } from '../news/posts.ts';
import { Markdown } from './Markdown.tsx';
import { newsPost } from './words.ts';

const texts = import.meta.glob<string>('./posts/*.md', { eager: true, query: '?raw', import: 'default' });

export default function Page({ place }: { readonly place: NamedPlace }) {
  const post = posts.find(({ slug }) => slug === place.name);
  const text = texts[`./posts/${place.name}.md`];
  if (post === undefined || text === undefined) throw new Error(`posts/${place.name}.md is missing.`);
  return (
    <>
      <PageHeader heading={post.title} lead={post.summary} place={place} />
      <Section heading={inWords(post.date)}>
        <Markdown text={text} />
      </Section>
      <Invitation words={newsPost.invitation} />
    </>
  );
}
