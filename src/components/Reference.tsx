import { frame } from '../content/words/frame.ts';

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
