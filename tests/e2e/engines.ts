import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Checker } from 'accessibility-checker-engine';
import axe from 'axe-core';

/* The content security policy forbids script elements, so the debugger injects the engines. */

interface Extent {
  readonly coloursAlone: boolean;
  readonly part?: string;
}

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

export async function axeFaults(page: Page, { coloursAlone, part = 'html' }: Extent): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate((checks) => {
      const { axe: tester } = window as unknown as { axe: typeof axe };
      tester.configure({ checks });
    }, AXE_CHECKS);
  }
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
  return page.evaluate(
    async ([part, options]) => {
      const { axe: tester } = window as unknown as { axe: typeof axe };
      const { violations, incomplete } = await tester.run(part, options);
      return [...violations, ...incomplete].map(({ id, nodes }) => {
        const targets = nodes.map(({ target }) => target.join(' ')).join(', ');
        return `axe ${id}: ${targets}: ${nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ')}`;
      });
    },
    [part, options] as const,
  );
}

const ibmSource = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine'), 'utf8');
const IBM_COLOUR_RULES = ['text_contrast_sufficient'];
/** Rules that do not apply to the elements that match the selector, with the reason. */
const IBM_EXCEPTIONS: Readonly<Record<string, string>> = {
  // asks of every style sheet whether it uses colour alone to tell things apart
  style_color_misuse: 'style, link',
  // focusFaults checks both: whether it is visible, and whether something covers it
  element_tabbable_visible: 'a.skip-link',
  element_tabbable_unobscured: '.submission-notice *',
  // does not recognise the visible label of a textarea
  input_label_visible: '.field > label[for] + .field-control > textarea',
  // asks whether several boxes are one question
  input_checkboxes_grouped: '.field-tick > input',
  // asks about "small", "beside" and "right" in any sentence
  text_sensory_misuse: 'p',
  // asks for an address, but the quotation is from a person who is named below it
  blockquote_cite_exists: 'figure:has(> figcaption) > blockquote',
  // a bold sentence in an alert, not a heading
  text_block_heading: '.contact-form-failure:has(> p > strong)',
  // an announcement, not a place to navigate to
  aria_content_in_landmark: '[role=status] p',
  // HTML does not deprecate this attribute of <meta>
  element_attribute_deprecated: 'meta[http-equiv=Content-Security-Policy]',
};

export async function ibmFaults(page: Page, { coloursAlone }: Extent): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(ibmSource);
  return page.evaluate(
    async ({ colourRules, exceptions }) => {
      const { ace } = window as unknown as { ace: { Checker: new () => Checker } };
      const checker = new ace.Checker();
      let policy = 'IBM_Accessibility';
      if (colourRules) {
        const [whole] = checker.getGuidelines().filter(({ id }) => id === policy);
        if (whole === undefined) throw new Error(`The engine has no policy ${policy}.`);
        policy = 'colours';
        checker.addGuideline({
          ...whole,
          id: policy,
          checkpoints: whole.checkpoints.map((checkpoint) => ({
            ...checkpoint,
            rules: (checkpoint.rules ?? []).filter(({ id }) => colourRules.includes(id)),
          })),
        });
      }
      const { results } = await checker.check(document, policy);
      return results
        .filter(({ value: [level, confidence] }) =>
          level === 'VIOLATION' ? ['FAIL', 'POTENTIAL'].includes(confidence) : confidence === 'FAIL',
        )
        .filter(({ ruleId, node }) => {
          const excepted = exceptions[ruleId];
          return !(excepted && node instanceof Element && node.matches(excepted));
        })
        .map(({ ruleId, message, snippet }) => `IBM ${ruleId}: ${message}: ${snippet}`);
    },
    { colourRules: coloursAlone ? IBM_COLOUR_RULES : undefined, exceptions: IBM_EXCEPTIONS },
  );
}
