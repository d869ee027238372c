import { descriptions } from '#identity/descriptions.ts';
import { CallUsBand } from '../../components/CallUsBand.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { ServiceList } from '../../components/ServiceList.tsx';
import { servicesPage } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={servicesPage.heading} lead={servicesPage.lead} />
      <ServiceList texts={descriptions} heading="h2" />
      <CallUsBand {...servicesPage.callUs} />
    </>
  );
}
