import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { formWords } from '../../content/words/form.ts';
import { sentHeader, WhatNext } from '../../features/form/ui/Confirmation.tsx';
import type { Place } from '../../prerender/schema.ts';
import homePlace from '../home/place.ts';
import { messageSent } from './words.ts';

interface Props {
  readonly reference: string;
  /** By when the firm promises to answer, in words; empty without a promise. */
  readonly promised: string;
  /** The page with the form. */
  readonly form: Place;
}

/** For forms sent without script; the endpoint fills it in. */
export default function Page({ reference, promised, form }: Props) {
  return (
    <>
      <PageHeader {...sentHeader({ reference, promised })} />
      <Section heading={formWords.success.next.heading}>
        <WhatNext isPromised={promised !== ''} />
        <p className="actions">
          <TextLink to={homePlace}>{messageSent.home}</TextLink>
          <TextLink to={form}>{formWords.success.another}</TextLink>
        </p>
      </Section>
    </>
  );
}
