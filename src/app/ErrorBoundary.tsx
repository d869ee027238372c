import './ErrorBoundary.css';
import { Component, type ReactNode } from 'react';
import { PageHeader } from '../components/PageHeader.tsx';
import { Section } from '../components/Section.tsx';
import { documentTitle, emailHref, phoneHref, site, unbroken, whatsAppHref } from '../content/site.ts';
import { crash } from '../content/words/crash.ts';
import homePlace from '../pages/home/place.ts';
import { submissions } from '../submissions.ts';

interface Props {
  /** A new value renders the children again, after onReset. */
  readonly resetKey?: unknown;
  readonly onReset?: () => void;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.hasCrashed && previous.resetKey !== this.props.resetKey) {
      this.props.onReset?.();
      this.setState({ hasCrashed: false });
    }
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children;
  }
}

/** Its links load a whole page, because the running script failed. */
function CrashPage() {
  return (
    <div className="full" role="alert" ref={(page) => page?.querySelector('h1')?.focus()}>
      <title>{documentTitle({ title: crash.heading })}</title>
      <PageHeader heading={crash.heading} lead={crash.text} />
      <Section heading={crash.next} className="crash">
        <p className="actions">
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {crash.reload}
          </button>
          <a href={homePlace.path}>{crash.home}</a>
          {submissions.map(({ place: { path, label } }) => (
            <a key={path} href={path}>
              {label}
            </a>
          ))}
        </p>
        <p>{crash.sending}</p>
        <p>
          {`${crash.reach} `}
          <span translate="no">
            <a href={phoneHref}>{unbroken(site.phone)}</a>, <a href={emailHref}>{site.email}</a>
            {whatsAppHref && (
              <>
                , <a href={whatsAppHref}>WhatsApp</a>
              </>
            )}
          </span>
          .
        </p>
      </Section>
    </div>
  );
}
