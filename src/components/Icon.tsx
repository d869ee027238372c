import type { Network } from '../prerender/schema.ts';
import { networks } from './networks.ts';

/** Of a network, or of a link to any other site. */
export function Icon({ network = 'link' }: { readonly network?: Network | 'link' | undefined }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={networks[network]} />
    </svg>
  );
}
