import './style.css';
import { ContactDetails } from '../../components/ContactDetails.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { ContactForm } from '../../features/contact/ContactForm.tsx';
import { contactPage } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={contactPage.heading} lead={contactPage.lead} />
      <div className="contact-page">
        <Section heading={contactPage.form} root="none">
          <ContactForm />
        </Section>
        <Section heading={contactPage.details} root="none" className="contact-other">
          <ContactDetails />
        </Section>
      </div>
    </>
  );
}
