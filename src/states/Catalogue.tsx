import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { working } from '../../tests/identity/working.ts';
import { NoticeBox } from '../app/SubmissionNotice.tsx';
import { Icon } from '../components/Icon.tsx';
import { networks } from '../components/networks.ts';
import { TextLink } from '../components/TextLink.tsx';
import { contactForm } from '../content/words/contactForm.ts';
import type { Notice } from '../features/form/state/submission.ts';
import { Lists, Steps } from '../pages/about-us/Page.tsx';
import contactPlace from '../pages/contact-us/place.ts';
import { Gallery } from '../pages/our-work/Page.tsx';
import servicesPlace from '../pages/services/place.ts';
import { REFERENCE } from './formStates.ts';
import { sceneNames } from './Scene.tsx';

export function Catalogue() {
  return (
    <main className="states">
      <h1>Every state of the site</h1>
      <h2>What no page shows at rest</h2>
      <Sample name="Links and buttons">
        <p className="actions">
          <TextLink to={contactPlace} className="button" />
          <TextLink to={servicesPlace} />
          <button type="button" className="button">
            {contactForm.form.submit}
          </button>
          <button type="button" className="link-button">
            {contactForm.draft.clear}
          </button>
        </p>
      </Sample>
      <Sample name="Icon">
        <ul className="states-icons">
          {Object.keys(networks).map((name) => (
            <li key={name}>
              <Icon network={name as keyof typeof networks} /> {name}
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name="The parts of working.ts, with made-up values">
        <Steps {...working} />
        <Lists {...working} />
      </Sample>
      <Sample name="Gallery, empty">
        <Gallery projects={[]} />
      </Sample>
      <Sample name="SubmissionNotice, in each case">
        {notices.map((notice) => (
          <NoticeBox key={notice.kind} notice={notice} place={contactPlace} dismissNotice={() => {}} />
        ))}
      </Sample>
      <h2>The forms, and what stands in for a page</h2>
      {sceneNames.map((name) => (
        <section key={name} className="states-sample">
          <h3>
            <a href={`?scene=${name}`}>{name}</a>
          </h3>
          <Frame name={name} />
        </section>
      ))}
    </main>
  );
}

const notices: readonly Notice[] = [
  { kind: 'sent', reference: REFERENCE },
  { kind: 'sentBefore', reference: REFERENCE },
  { kind: 'notSent' },
  { kind: 'unknown' },
];

function Sample({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="states-sample">
      <h3>{name}</h3>
      <div>{children}</div>
    </section>
  );
}

function Frame({ name }: { readonly name: string }) {
  const [height, setHeight] = useState(0);
  const follow = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const root = currentTarget.contentDocument?.getElementById('root');
    if (!root) return;
    new ResizeObserver(() => setHeight(Math.ceil(root.getBoundingClientRect().height))).observe(root);
  };
  return <iframe title={name} src={`?scene=${name}`} height={height} onLoad={follow} />;
}
