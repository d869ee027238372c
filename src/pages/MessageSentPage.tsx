import './MessageSentPage.css';
import { PageHeader } from '../components/PageHeader.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { contactUs } from '../content/contactUs.ts';
import { WhatNext } from '../features/contact/Confirmation.tsx';
import { routes } from '../routes.ts';

/** What a visitor without script sees in place of the form; the endpoint fills it in. */
export default function MessageSentPage({ reference }: { readonly reference: string }) {
  return (
    <>
      <PageHeader heading={contactUs.sent.heading} lead={contactUs.success.text} />
      <div className="message-sent">
        <p>
          {contactUs.success.reference} <b className="reference">{reference}</b>.
        </p>
        <WhatNext />
        <p className="actions">
          <TextLink to={routes.home}>{contactUs.sent.home}</TextLink>
        </p>
      </div>
    </>
  );
}
