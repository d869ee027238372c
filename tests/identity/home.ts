import type { HomeClaims } from '../../src/prerender/schema.ts';

export const home = {
  lead: 'We build & mend the programs of wine farms, and nothing <else>.',
  reasons: [{ title: 'We come by', text: 'We look at the cellar before we write a line.' }],
  quotations: [
    { text: 'It counts more “exactly” than I do.', attribution: 'A cellar master near Worcester' },
    { text: 'We didn’t lose a crate.', attribution: 'Anonymous' },
  ],
} as const satisfies HomeClaims;
