import { site } from './site.ts';
import homePage from './this-website.png?picture';
import type { Project } from './types.ts';

/** The portfolio, in the order of the page. Pictures are beside this file. */
export const projects: readonly Project[] = [
  {
    slug: 'this-website',
    title: 'This website',
    client: site.name,
    year: 2026,
    summary:
      'Seven pages and one contact form, built to open quickly on a cheap phone. Every enquiry typed into it has to reach a person.',
    picture: {
      file: homePage,
      alt: 'Our home page: the slogan in large letters, and beside it a quiver tree that forks in two at every branch.',
    },
    figures: [
      { value: '118 KB', label: 'for the whole home page, as it travels' },
      { value: '0', label: 'requests to other companies' },
      { value: '100', label: 'out of 100 for accessibility, by Lighthouse' },
    ],
    method:
      'Measured on 22 November 2026 with Lighthouse 12.8 as a phone on slow 4G, the median of five runs.',
  },
];
