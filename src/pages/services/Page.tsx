import '../../components/ServiceList.css';
import './CallUsBand.css';
import { Link } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { Drawn } from '../../components/Drawn.tsx';
import { face } from '../../components/face.ts';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import type { Drawing } from '../../content/drawing.ts';
import { pathToAsk } from '../../content/pathToAsk.ts';
import { phoneHref, site, whatsAppHref } from '../../content/site.ts';
import { openingHours } from '../../content/words/openingHours.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import place from './place.ts';
import { servicesPage } from './words.ts';

const { Backdrop } = face.drawings;

// here, because no other page has these drawings
const found = import.meta.glob<Drawing>('#identity/face/services/*.svg', {
  eager: true,
  import: 'default',
  query: '?drawing',
});
const pictures = new Map(Object.entries(found).map(([file, drawing]) => [file.split('/').at(-1), drawing]));

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

function ServicePicture({ slug }: { readonly slug: string }) {
  const drawing = pictures.get(`${slug}.svg`);
  return drawing && <Drawn drawing={drawing} className="service-picture" />;
}

function ServiceDescriptions() {
  return (
    <ol className="service-list service-descriptions">
      {services.map(({ slug, name, description }, index) => (
        <li key={slug} id={slug} {...scrollReveal(index)}>
          <ServicePicture slug={slug} />
          <h2 tabIndex={-1}>{name}</h2>
          <div>
            <p>{description}</p>
            <Link to={pathToAsk(name)}>
              {servicesPage.ask}
              <span className="visually-hidden">{` ${name}`}</span>
            </Link>
          </div>
        </li>
      ))}
    </ol>
  );
}

function CallUsBand() {
  const { heading, text, hours, whatsApp } = servicesPage.callUs;
  return (
    <Section heading={heading} className="call-us full">
      {Backdrop && <Backdrop seed={heading} />}
      <p>
        {text}
        {openingHours.length > 0 && ` ${hours} ${openingHours.join('; ')}.`}
      </p>
      <p>
        <a className="call-us-number" href={phoneHref} translate="no">
          {site.phone}
        </a>
      </p>
      {whatsAppHref && (
        <p>
          <a className="call-us-other" href={whatsAppHref}>
            {whatsApp}
          </a>
        </p>
      )}
    </Section>
  );
}
