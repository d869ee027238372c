import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { CallUsBand } from './CallUsBand.tsx';
import place from './place.ts';
import { ServiceDescriptions } from './ServiceDescriptions.tsx';
import { servicesPage } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={servicesPage.heading} lead={servicesPage.lead} place={place} />
      <ServiceDescriptions />
      <Invitation words={servicesPage.invitation} />
      <CallUsBand />
    </>
  );
}
