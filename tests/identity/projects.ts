import type { Project } from '../../src/prerender/schema.ts';
import valley from './face/valley.jpg?picture';
import harvest from './harvest.jpg?picture';
import pages from './pages.svg?picture';
import { site } from './site.ts';

export const projects: readonly Project[] = [
  {
    slug: 'this-website',
    title: 'This website',
    client: site.name,
    year: 2026,
    summary: 'A few pages & one contact form.',
    pictures: [{ file: pages, alt: 'A drawing of two pages: one of text, and one with a form.' }],
    figures: [{ value: '0', label: 'requests to other companies' }],
    method: 'Counted in November 2026.',
  },
  {
    slug: 'harvest',
    title: 'A harvest “diary” for the cellar',
    client: 'A cellar near Worcester',
    year: 2026,
    summary: 'Whoever brings in grapes writes down on a phone what came from which block, and when.',
    href: 'https://diary.brandwacht.example/',
    pictures: [
      {
        file: harvest,
        alt: 'The diary on a phone: six blocks of the vineyard, each with a line, and a button below.',
        caption: 'The diary',
      },
      { file: valley, alt: 'Rows of vines in a valley below blue mountains.' },
      { file: valley, alt: 'The same rows, for want of others.', caption: 'Where it “works”' },
    ],
    figures: [
      { value: '6', label: 'blocks' },
      { value: '12 s', label: 'for an entry, from opening it' },
    ],
    method: 'Timed with a watch in November 2026.',
  },
];
