import type { Working } from '../../src/prerender/schema.ts';
import harvest from './harvest.jpg?picture';

export const working = {
  lead: 'Two people, three screens and a vineyard.',
  story: ['We grew up between these farms.'],
  steps: [
    { title: 'You phone', text: 'We listen.' },
    { title: 'We quote', text: 'In writing.', otherwise: { title: 'Too big', text: 'We say so.' } },
  ],
  people: [
    {
      name: 'Thérèse & Ngũgĩ Søn',
      role: 'Programmers',
      picture: { file: harvest, alt: 'Two people between vines.' },
    },
    { name: 'Zoë O’Brien', role: 'Builds the hardware' },
  ],
  knownFor: [{ title: 'Plain words', text: 'We write down what we agree on.' }],
  prices: [
    { of: 'A diary for a cellar', from: 'R18 000' },
    { of: 'An hour', from: 'R900' },
  ],
  questions: [{ title: 'Do you work at harvest time?', text: 'Yes, but start at four.' }],
} as const satisfies Working;
