import { PageHeader } from '../../../../src/components/PageHeader.tsx';
import { FormSection } from '../../../../src/features/form/ui/FormSection.tsx';
import form from './form.ts';
import place from './place.ts';
import { callBack } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={callBack.heading} lead={callBack.lead} place={place} />
      <FormSection form={form} />
    </>
  );
}
