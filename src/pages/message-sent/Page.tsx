import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import { frame } from '../../content/words/frame.ts';
import { SentHeader, WhatNext } from '../../features/form/ui/Confirmation.tsx';
import type { Place } from '../../schema.ts';
import homePlace from '../home/place.ts';
import { messageSent } from './words.ts';

/** For forms sent without script; the endpoint fills it in. @param form the page with the form */
export default function Page({ reference, form }: { readonly reference: string; readonly form: Place }) {
  return (
    <>
      <SentHeader reference={reference} />
      <Section heading={frame.notice.next}>
        <WhatNext />
        <p className="actions">
          <TextLink to={homePlace}>{messageSent.home}</TextLink>
          <TextLink to={form}>{contactForm.success.another}</TextLink>
        </p>
      </Section>
    </>
  );
}
