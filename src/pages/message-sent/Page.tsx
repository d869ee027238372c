import { PageHeader } from '../../components/PageHeader.tsx';
import { Reference } from '../../components/Reference.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import { WhatNext } from '../../features/form/ui/Confirmation.tsx';
import contactPlace from '../contact-us/place.ts';
import homePlace from '../home/place.ts';
import place from './place.ts';
import { messageSent } from './words.ts';

/** For forms sent without script; the endpoint fills it in. */
export default function Page({ reference }: { readonly reference: string }) {
  return (
    <>
      <PageHeader heading={messageSent.heading} lead={contactForm.success.text} place={place} />
      <Section heading={messageSent.next}>
        <p>
          <Reference>{reference}</Reference>
        </p>
        <WhatNext />
        <p className="actions">
          <TextLink to={homePlace}>{messageSent.home}</TextLink>
          <TextLink to={contactPlace}>{contactForm.success.another}</TextLink>
        </p>
      </Section>
    </>
  );
}
