import './CallUsBand.css';
import { Section } from '../../components/Section.tsx';
import { Tree } from '../../components/Tree.tsx';
import { phoneHref, site } from '../../content/site.ts';

export function CallUsBand({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <Section heading={heading} className="call-us full">
      <Tree className="call-us-tree" seed={heading} kind="grown" />
      <p>{text}</p>
      <p>
        <a className="call-us-number" href={phoneHref} translate="no">
          {site.phone}
        </a>
      </p>
    </Section>
  );
}
