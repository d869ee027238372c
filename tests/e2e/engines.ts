import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { Audit, Outcome } from '@siteimprove/alfa-act';
import { Device } from '@siteimprove/alfa-device';
import { Native as DeviceInPage } from '@siteimprove/alfa-device/native';
import {
  type Element as AlfaElement,
  Node as AlfaNode,
  type Document,
} from '@siteimprove/alfa-dom';
import { Native as DomInPage } from '@siteimprove/alfa-dom/native';
import { Request, Response } from '@siteimprove/alfa-http';
import alfaRules, { Diagnostic, type Flattened } from '@siteimprove/alfa-rules';
import { Conformance, Criterion } from '@siteimprove/alfa-wcag';
import { Page as AlfaPage } from '@siteimprove/alfa-web';
import type { Checker } from 'accessibility-checker-engine';
import axe from 'axe-core';

/*
 * What three engines with rules of their own find wrong with the page that is open: each sees what
 * the others do not. As with the audits, faults are told in words. An engine is put into the page by
 * the debugger, not in a script element, which the content security policy forbids.
 */

interface Extent {
  /** Whether by those rules alone that look at colours; the others find the same in either scheme. */
  readonly coloursAlone: boolean;
}

/** Where an engine is wrong, or asks what it cannot know: a rule, and the elements that match a selector. */
type Exceptions = Readonly<Record<string, string>>;

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE_COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/** As they come, but for what is drawn by a pseudo-element: the root that runs down the page leaves text measurable. */
const AXE_CHECKS = [
  { id: 'color-contrast', ratios: [4.5, 3], leasts: [0, 0], outline: 0.2 },
  // what has less breaks the rule above
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

export async function axeFaults(page: Page, { coloursAlone }: Extent): Promise<string[]> {
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
          // these are off unless asked for
          rules: {
            'target-size': { enabled: true },
            'color-contrast-enhanced': { enabled: true },
          },
        }),
    resultTypes: ['violations', 'incomplete'],
    preload: false,
  };
  return page.evaluate(async (options) => {
    const { axe: tester } = window as unknown as { axe: typeof axe };
    const { violations, incomplete } = await tester.run(document, options);
    return [...violations, ...incomplete].map(({ id, nodes }) => {
      const targets = nodes.map(({ target }) => target.join(' ')).join(', ');
      return `axe ${id}: ${targets}: ${nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ')}`;
    });
  }, options);
}

const ibmSource = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine'),
  'utf8',
);
const IBM_COLOUR_RULES = ['text_contrast_sufficient'];
const IBM_EXCEPTIONS: Exceptions = {
  // asks of every style sheet whether colour is all that tells something apart
  style_color_misuse: 'style, link',
  // asks whether it is seen once it has the focus: focusFaults looks
  element_tabbable_visible: 'a.skip-link',
  // asks whether what is over the page hides it: focusFaults looks
  element_tabbable_unobscured: '.submission-notice *',
  // that the label of a textarea is seen is known of inputs alone
  input_label_visible: '.field > label[for] + textarea',
  // asks about "small", "beside" and "right" in any sentence: none says where something is
  text_sensory_misuse: 'p',
  // asks for an address: the quotation is of a person, who is named under it
  blockquote_cite_exists: 'figure:has(> figcaption) > blockquote',
  // a bold sentence, which an alert says: not a heading of what follows
  text_block_heading: '.contact-form-failure:has(> [role=alert] > strong)',
  // is said by itself, and gone once it was read: not a place to go to
  aria_content_in_landmark: '[role=status] p',
};

/** What IBM's Equal Access engine calls a violation, or what may be one. */
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
          level === 'VIOLATION'
            ? ['FAIL', 'POTENTIAL'].includes(confidence)
            : confidence === 'FAIL',
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

const ruleOf = (uri: string) => uri.slice(uri.lastIndexOf('/') + 1);

/** Links told from the text around them, and contrasts: that of 7:1 is of level AAA. */
const ALFA_COLOUR_RULES = ['sia-r62', 'sia-r66', 'sia-r69'];
const isNeeded = Conformance.isAA();
/** Asks whether the focus is seen, and so for styles that it is not told. */
const ALFA_FOCUS_RULE = 'sia-r65';
/** What serves a criterion of level A or AA, or is good practice; what is left are parts of these, and level AAA. */
const alfaRulesOfAA = [...alfaRules].filter(
  ({ uri, requirements }) =>
    ruleOf(uri) !== ALFA_FOCUS_RULE &&
    (ALFA_COLOUR_RULES.includes(ruleOf(uri)) ||
      [...requirements].some((requirement) =>
        requirement instanceof Criterion
          ? isNeeded(requirement)
          : requirement.type === 'best practice',
      )),
);
const ALFA_EXCEPTIONS: Exceptions = {
  // names that lie over a drawing: what they stand on is told by IBM's engine
  'sia-r66': '.service-tree a',
  'sia-r69': '.service-tree a',
};

/**
 * What of an element's style the rules ask for. They are told what the browser computed, because Alfa
 * passes over a whole style sheet for one rule that it does not know, as @container; sizes it has from
 * boxes. What changes with the focus is not told, and not asked about: focusFaults looks.
 */
const STYLE_PROPERTIES = [
  'background-color',
  'background-image',
  'clip',
  'clip-path',
  'color',
  'display',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'mix-blend-mode',
  'opacity',
  'overflow-x',
  'overflow-y',
  'position',
  'text-decoration-color',
  'text-decoration-line',
  'text-decoration-style',
  'text-shadow',
  'text-transform',
  'visibility',
];

const isElement = (node: AlfaNode.JSON): node is AlfaElement.JSON => node.type === 'element';

/** The document as Alfa takes it, with the computed style of each element in place of style sheets. */
async function documentOf(page: Page, device: Device): Promise<Document> {
  const json = await page.evaluate(DomInPage.fromNode as () => Promise<Document.JSON>);
  const styles = await page.evaluate(
    (properties) =>
      [...document.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element);
        return properties.map((name) => ({
          name,
          value: style.getPropertyValue(name),
          important: false,
        }));
      }),
    STYLE_PROPERTIES,
  );
  let index = 0;
  const dress = (node: AlfaNode.JSON): void => {
    if (isElement(node)) {
      node.style = styles[index] ?? [];
      index += 1;
    }
    for (const child of node.children ?? []) dress(child);
  };
  dress(json);
  return AlfaNode.from({ ...json, style: [] }, device);
}

/** Where in the document the target is: a node, or several that are wrong together. */
const pathsOf = (target: Flattened.Target): string[] =>
  [target].flatMap((target) =>
    'path' in target
      ? [target.path()]
      : Symbol.iterator in target
        ? [...target].map((node) => node.path())
        : [],
  );

const reasonOf = (
  outcome:
    | Outcome.Failed<AlfaPage, Flattened.Target, Flattened.Question, Flattened.Subject>
    | Outcome.CantTell<AlfaPage, Flattened.Target, Flattened.Question, Flattened.Subject>,
) => {
  const diagnostics = Outcome.isCantTell(outcome)
    ? [outcome.diagnostic]
    : [...outcome.expectations.values()].flatMap((expectation) => [...expectation.err()]);
  return diagnostics
    .map((diagnostic) => {
      const ratios =
        diagnostic instanceof Diagnostic.Contrast
          ? [...diagnostic.pairings].map(({ contrast }) => contrast.toFixed(1))
          : [];
      return [diagnostic.message, ...ratios].join(' ');
    })
    .join('; ');
};

/** What Siteimprove's Alfa finds wrong, or cannot tell. It takes longer than all else together. */
export async function alfaFaults(page: Page): Promise<string[]> {
  const device = Device.from(await page.evaluate(DeviceInPage.fromWindow as () => Device.JSON));
  const document = await documentOf(page, device);
  const input = AlfaPage.of(Request.empty(), Response.empty(), document, device);
  const faults = [...(await Audit.of(input, alfaRulesOfAA).evaluate())].flatMap((outcome) => {
    if (!Outcome.isFailed(outcome) && !Outcome.isCantTell(outcome)) return [];
    const rule = ruleOf(outcome.rule.uri);
    return [{ rule, paths: pathsOf(outcome.target), reason: reasonOf(outcome) }];
  });
  return page.evaluate(
    ({ faults, exceptions }) =>
      faults.flatMap(({ rule, paths, reason }) => {
        const elements = paths.map((path) => {
          const { singleNodeValue: node } = window.document.evaluate(
            path,
            window.document,
            null,
            XPathResult.FIRST_ORDERED_NODE_TYPE,
          );
          return node instanceof Element ? node : node?.parentElement;
        });
        const excepted = exceptions[rule];
        if (excepted && elements.every((element) => element?.matches(excepted))) return [];
        const snippets = elements.map((element) => element?.outerHTML.slice(0, 100));
        return [`Alfa ${rule}: ${reason}: ${snippets.join(', ')}`];
      }),
    { faults, exceptions: ALFA_EXCEPTIONS },
  );
}
