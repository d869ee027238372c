import './ContactUsPage.css';
import { ContactDetails } from '../components/ContactDetails.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Section } from '../components/Section.tsx';
import { contactUs } from '../content/contactUs.ts';
import { ContactForm } from '../features/contact/ContactForm.tsx';

export default function ContactUsPage() {
  return (
    <>
      <PageHeader heading={contactUs.heading} lead={contactUs.lead} />
      <div className="contact-page">
        <Section heading={contactUs.form.heading} root="none">
          <ContactForm />
        </Section>
        <Section heading={contactUs.details} root="none" className="contact-other">
          <ContactDetails />
        </Section>
      </div>
    </>
  );
}
