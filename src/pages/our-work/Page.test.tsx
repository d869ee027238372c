import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../prerender/schema.ts';
import { Gallery } from './Page.tsx';
import { ourWork } from './words.ts';

describe('the portfolio', () => {
  const show = (projects: readonly Project[]) =>
    render(
      <MemoryRouter>
        <Gallery projects={projects} />
      </MemoryRouter>,
    );

  test('shows a text while it is empty', () => {
    show([]);
    expect(screen.getByRole('heading', { name: ourWork.empty.heading })).toBeInTheDocument();
  });

  test('shows each project with its figures, its links, and bars as long as their values', () => {
    show([
      {
        slug: 'a-project',
        title: 'A project',
        client: 'A client',
        year: 2026,
        summary: 'What it does.',
        figures: [{ value: '12', label: 'things' }],
        method: 'Counted by hand.',
        href: 'https://project.example/',
        source: { text: 'The code', href: 'https://code.example/' },
        study: [
          {
            ...{ kind: 'bars', heading: 'Sizes', text: 'Of two.', unit: 'KB' },
            bars: [
              { label: 'Ours', value: 300 },
              { label: 'Theirs', value: 1200 },
            ],
            source: { text: 'The others', href: 'https://others.example/' },
          },
        ],
      },
      { slug: 'made-up', title: 'Made up', client: 'Nobody', year: 2026, summary: 'Nothing.', isExample: true },
    ]);
    const entry = within(screen.getByRole('region', { name: 'A project' }));
    expect(entry.getByRole('heading', { name: 'A project' })).toBeInTheDocument();
    expect(entry.getByText('A client')).toHaveAttribute('translate', 'no');
    // only what is made up is labelled so
    expect(screen.getByText(ourWork.example).closest('section')).toBe(screen.getByRole('region', { name: 'Made up' }));
    const links = entry.getAllByRole<HTMLAnchorElement>('link').map(({ textContent, href }) => [textContent, href]);
    expect(links).toEqual([
      [`${ourWork.visit} A project`, 'https://project.example/'],
      ['The code', 'https://code.example/'],
      ['The others', 'https://others.example/'],
    ]);
    expect(entry.getByText('things').nextElementSibling).toHaveTextContent('12');
    for (const [label, width, value] of [
      ['Ours', '300', '300 KB'],
      ['Theirs', '1200', '1 200 KB'],
    ] as const) {
      const bar = entry.getByText(label).nextElementSibling;
      expect(bar).toHaveTextContent(value);
      expect(bar?.querySelector('svg')).toHaveAttribute('viewBox', '0 0 1200 1');
      expect(bar?.querySelector('rect')).toHaveAttribute('width', width);
    }
  });
});
