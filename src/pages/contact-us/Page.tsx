import './style.css';
import { ContactDetails } from '../../components/ContactDetails.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { useSubmission } from '../../features/contact/state/submission.ts';
import { ContactForm } from '../../features/contact/ui/ContactForm.tsx';
import place from './place.ts';
import { contactPage } from './words.ts';

export default function Page() {
  const { receipt } = useSubmission();
  return (
    <>
      <PageHeader
        heading={contactPage.heading}
        lead={contactPage.lead}
        place={receipt === null ? place : { title: receipt, tree: 'young' }}
      />
      <div className="contact-page root-aside">
        <ContactForm />
        <Section heading={contactPage.details} isOnRoot={false} className="contact-other">
          <ContactDetails hasHours />
        </Section>
      </div>
    </>
  );
}
