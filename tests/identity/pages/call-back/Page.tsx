import { FormPageHeader, FormSection } from '../../../../src/features/form/ui/FormSection.tsx';
import form from './form.ts';
import place from './place.ts';
import { callBack } from './words.ts';

export default function Page() {
  return (
    <>
      <FormPageHeader form={form} heading={callBack.heading} lead={callBack.lead} place={place} />
      <FormSection form={form} />
    </>
  );
}
