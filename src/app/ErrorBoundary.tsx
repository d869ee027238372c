import './ErrorBoundary.css';
import { Component, type ReactNode } from 'react';
import { Tree } from '../components/Tree.tsx';
import {
  documentTitle,
  emailHref,
  phoneHref,
  site,
  unbroken,
  whatsAppHref,
} from '../content/site.ts';
import { crash } from '../content/words/crash.ts';
import homePlace from '../pages/home/place.ts';

interface State {
  readonly hasCrashed: boolean;
}

interface Props {
  /** A new value renders the children again, after onReset. */
  readonly resetKey?: unknown;
  readonly onReset?: () => void;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasCrashed: false };

  static getDerivedStateFromError(): State {
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

function CrashPage() {
  return (
    <div className="crash" role="alert">
      <Tree seed={crash.heading} kind="branch" />
      <title>{documentTitle({ title: crash.heading })}</title>
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {crash.heading}
      </h1>
      <p className="lead">{crash.text}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {crash.reload}
        </button>
        {/* a full page load, because the running script failed */}
        <a href={homePlace.path}>{crash.home}</a>
      </p>
      <p>{crash.sending}</p>
      <p>
        {crash.reach}{' '}
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
    </div>
  );
}
