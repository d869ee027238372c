import { ContactDetails } from '../../components/ContactDetails.tsx';
import { Section } from '../../components/Section.tsx';
import { phoneHref, site, whatsAppHref } from '../../content/site.ts';
import { FormPageHeader, FormSection } from '../../features/form/ui/FormSection.tsx';
import form from './form.ts';
import place from './place.ts';
import { contactPage } from './words.ts';

export default function Page() {
  return (
    <>
      <FormPageHeader form={form} heading={contactPage.heading} lead={contactPage.lead} place={place} />
      <p className="contact-quick">
        <a href={phoneHref}>
          {`${contactPage.call} `}
          <span translate="no">{site.phone}</span>
        </a>
        {whatsAppHref && <a href={whatsAppHref}>WhatsApp</a>}
      </p>
      <div className="contact-page">
        <FormSection form={form} />
        <Section heading={contactPage.details} isOnRoot={false} className="contact-other">
          <ContactDetails hasHours />
        </Section>
      </div>
    </>
  );
}
