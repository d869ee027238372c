import { frame } from '../content/words/frame.ts';

export const Reference = ({ children }: { readonly children: string }) => (
  <span>
    {/* one text with its spaces: Chromium hides spaces that stand alone from screen readers */}
    {` ${frame.notice.reference} `}
    {/* one box with the full stop, or a space would be read between the two */}
    <span className="reference-end">
      <b className="reference" translate="no">
        {children}
      </b>
      .
    </span>
  </span>
);
