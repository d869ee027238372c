import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { networks } from '../../src/components/networks.ts';
import { type Environment, root } from '../environment.mjs';

/** Leaves out the icons of networks that site.ts does not name: each page would load them. */
export function networkIcons({ identity }: Environment): Plugin {
  return {
    name: 'network-icons',
    apply: 'build',
    transform: {
      filter: { id: /src\/components\/networks\.ts$/ },
      handler() {
        const site = readFileSync(`${root}${identity}/site.ts`, 'utf8');
        const used = Object.entries(networks).filter(
          ([name]) => name === 'link' || new RegExp(`network: *['"]${name}['"]`).test(site),
        );
        return { code: `export const networks = ${JSON.stringify(Object.fromEntries(used))};`, map: null };
      },
    },
  };
}
