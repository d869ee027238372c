import { site } from '../../content/site.ts';

/** A finished project in the portfolio. Every figure is one that was measured. */
export interface Project {
  readonly slug: string;
  readonly title: string;
  readonly client: string;
  readonly year: number;
  readonly summary: string;
  /** Where it can be seen, when it is public. */
  readonly href?: string;
  readonly figures: readonly Figure[];
  /** How and when the figures were measured. */
  readonly method: string;
}

export interface Figure {
  readonly value: string;
  readonly label: string;
}

export const ourWork = {
  heading: 'Our work',
  lead: 'Finished things, with figures that were measured.',
  empty: {
    heading: 'Nothing to show here yet',
    text: 'Our first projects are still under way. Ask us what we are working on.',
  },
} as const;

export const projects: readonly Project[] = [
  {
    slug: 'this-website',
    title: 'This website',
    client: site.name,
    year: 2026,
    summary:
      'Seven pages and one contact form, built to open quickly on a cheap phone. Every enquiry typed into it has to reach a person.',
    figures: [
      { value: '118 KB', label: 'for the whole home page, as it travels' },
      { value: '0', label: 'requests to other companies' },
      { value: '100', label: 'out of 100 for accessibility, by Lighthouse' },
    ],
    method:
      'Measured on 22 November 2026 with Lighthouse 12.8 as a phone on slow 4G, the median of five runs.',
  },
];
