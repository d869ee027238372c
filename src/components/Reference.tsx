import { frame } from '../content/words/frame.ts';

/** The sentence that names a message's reference, after another one. */
export const Reference = ({ children }: { readonly children: string }) => (
  <span>
    {' '}
    {frame.notice.reference}{' '}
    <b className="reference" translate="no">
      {children}
    </b>
    .
  </span>
);
