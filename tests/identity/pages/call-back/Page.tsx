import { ContactDetails } from '../../../../src/components/ContactDetails.tsx';
import { Section } from '../../../../src/components/Section.tsx';
import { FormPageHeader, FormSection } from '../../../../src/features/form/ui/FormSection.tsx';
import form from './form.ts';
import place from './place.ts';
import { callBack } from './words.ts';

export default function Page() {
  return (
    <>
      <FormPageHeader form={form} heading={callBack.heading} lead={callBack.lead} place={place} />
      <div className="contact-page">
        <FormSection form={form} />
        <Section heading={callBack.details} isOnRoot={false} className="contact-other">
          <ContactDetails hasHours />
        </Section>
      </div>
    </>
  );
}
