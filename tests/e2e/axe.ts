import type { Page } from '@playwright/test';
import axe from 'axe-core';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE_COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/** Also measures text beside a pseudo-element, because the root line is one. */
const AXE_CHECKS = [
  { id: 'color-contrast', ratios: [4.5, 3], leasts: [0, 0], outline: 0.2 },
  { id: 'color-contrast-enhanced', ratios: [7, 4.5], leasts: [4.5, 3], outline: 0.1 },
].map(({ id, ratios: [normal, large], leasts: [leastNormal, leastLarge], outline }) => ({
  id,
  options: {
    ignoreUnicode: true,
    ignoreLength: false,
    ignorePseudo: true,
    boldValue: 700,
    boldTextPt: 14,
    largeTextPt: 18,
    contrastRatio: {
      normal: { expected: normal, minThreshold: leastNormal },
      large: { expected: large, minThreshold: leastLarge },
    },
    pseudoSizeThreshold: 0.25,
    shadowOutlineEmMax: outline,
    textStrokeEmMin: 0.03,
  },
}));

/** The debugger injects axe, because the content security policy forbids script elements. */
async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate((checks) => {
    const { axe: tester } = window as unknown as { axe: typeof axe };
    tester.configure({ checks });
  }, AXE_CHECKS);
}

export async function axeFaults(page: Page, coloursAlone: boolean, part = 'html'): Promise<string[]> {
  const options: axe.RunOptions = {
    ...(coloursAlone
      ? { runOnly: { type: 'rule', values: AXE_COLOUR_RULES } }
      : {
          runOnly: { type: 'tag', values: AXE_TAGS },
          rules: {
            'target-size': { enabled: true },
            'color-contrast-enhanced': { enabled: true },
          },
        }),
    resultTypes: ['violations', 'incomplete'],
    preload: false,
  };
  const examine = () =>
    page.evaluate(
      async ([part, options]) => {
        const { axe: tester } = window as unknown as { axe?: typeof axe };
        if (tester === undefined) return undefined;
        const { violations, incomplete } = await tester.run(part, options);
        return [...violations, ...incomplete].map(({ id, nodes }) => {
          const targets = nodes.map(({ target }) => target.join(' ')).join(', ');
          return `axe ${id}: ${targets}: ${nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ')}`;
        });
      },
      [part, options] as const,
    );
  const faults = (await examine()) ?? (await injectAxe(page).then(examine));
  if (faults === undefined) throw new Error('axe did not load.');
  return faults;
}
