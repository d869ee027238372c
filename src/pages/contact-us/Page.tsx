import './style.css';
import { ContactDetails } from '../../components/ContactDetails.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { useSubmissionOf } from '../../features/form/state/submission.ts';
import { FormSection } from '../../features/form/ui/FormSection.tsx';
import form from './form.ts';
import place from './place.ts';
import { contactPage } from './words.ts';

export default function Page() {
  const { receipt } = useSubmissionOf(form.submission);
  return (
    <>
      <PageHeader
        heading={contactPage.heading}
        lead={contactPage.lead}
        place={receipt === null ? place : { title: receipt, tree: 'young' }}
      />
      <div className="contact-page root-aside">
        <FormSection form={form} />
        <Section heading={contactPage.details} isOnRoot={false} className="contact-other">
          <ContactDetails hasHours />
        </Section>
      </div>
    </>
  );
}
