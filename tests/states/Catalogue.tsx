import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { NoticeBox } from '../../src/app/SubmissionNotice.tsx';
import { Icon } from '../../src/components/Icon.tsx';
import { networks } from '../../src/components/networks.ts';
import { TextLink } from '../../src/components/TextLink.tsx';
import { formWords } from '../../src/content/words/form.ts';
import type { Notice } from '../../src/features/form/state/submission.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import { REFERENCE } from './formStates.ts';
import { sceneNames } from './Scene.tsx';

/** From the folder of each page, so that they go with it. */
const ofPages = import.meta.glob<Readonly<Record<string, ReactNode>>>('../../src/pages/*/states.tsx', {
  eager: true,
  import: 'states',
});

export function Catalogue() {
  return (
    <main className="states">
      <h1>Every state of the site</h1>
      <h2>What no page shows at rest</h2>
      <Sample name="Links and buttons">
        <p className="actions">
          <TextLink to={contactPlace} className="button" />
          <TextLink to={homePlace} />
          <button type="button" className="button">
            {formWords.form.submit}
          </button>
          <button type="button" className="link-button">
            {formWords.draft.clear}
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
      {Object.values(ofPages)
        .flatMap(Object.entries)
        .map(([name, state]) => (
          <Sample key={name} name={name}>
            {state}
          </Sample>
        ))}
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
