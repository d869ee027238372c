import type { CDPSession, Page } from '@playwright/test';
import { site } from '../../src/content/site.ts';
import { parts } from '../support/parts.ts';
import { REFERENCE, SUGGESTED } from './formStates.ts';

export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
        animation.finish();
      }
    }
  });
}

/**
 * Targets smaller than 44 px (WCAG 2.5.5), measured with a single narrow letter as text: the size must
 * come from the style sheet, not from a word's width. Links within a sentence may be 24 px high (WCAG 2.5.8).
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [LEAST, LEAST_IN_SENTENCE] = [44, 24];
    const isInSentence = (element: Element) => {
      if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      const rest = block?.cloneNode(true) as Element;
      for (const link of rest.querySelectorAll('a, button')) link.remove();
      return /\p{L}.*[.!?:,;](?:\s|$)/su.test(rest.textContent ?? '');
    };
    const isLarge = (element: Element, width: number, height: number) =>
      isInSentence(element) ? height >= LEAST_IN_SENTENCE : Math.min(width, height) > LEAST - 0.5;
    return (
      [
        ...document.querySelectorAll<HTMLElement>(
          'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
        ),
      ]
        .filter((element) => element.tabIndex >= 0 && element.checkVisibility())
        // the browser draws the box of a checkbox, which has no border in CSS
        .filter((element) => !element.matches('[type=checkbox]') || getComputedStyle(element).appearance === 'none')
        .flatMap((element) => {
          const name = element.textContent?.trim() || element.getAttribute('aria-label');
          const texts: [Text, string][] = [];
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const text = walker.currentNode as Text;
            texts.push([text, text.data]);
            text.data = texts.length === 1 ? 'i' : '';
          }
          const { width, height } = element.getBoundingClientRect();
          for (const [text, words] of texts) text.data = words;
          if (isLarge(element, width, height)) return [];
          return [`a target of ${Math.round(width)} × ${Math.round(height)} px: ${name}`];
        })
    );
  });

/** @param textSize of the root, such as 200%, which it keeps */
export const lossFaults = (page: Page, textSize: string): Promise<string[]> =>
  page.evaluate(
    ([hidden, textSize]) => {
      const root = document.documentElement;
      root.style.fontSize = textSize;
      const sideways = root.scrollWidth - root.clientWidth;
      const boxesOf = (range: Range) => [...range.getClientRects()].filter(({ width }) => width > 1);
      const texts: { text: Text; element: Element; boxes: DOMRect[]; layer: Element | null }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        const element = text.parentElement;
        if (text.data.trim() === '' || !element?.checkVisibility() || element.closest(hidden)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        let layer: Element | null = element;
        while (layer && getComputedStyle(layer).position !== 'fixed') layer = layer.parentElement;
        texts.push({ text, element, boxes: boxesOf(range), layer });
      }

      const overhang = (element: Element, text: DOMRect) => {
        const box = element.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(element);
        const cuts = (value: string) => value === 'hidden' || value === 'clip';
        return Math.max(
          ...(cuts(overflowX) ? [box.left - text.left, text.right - box.right] : []),
          ...(cuts(overflowY) ? [box.top - text.top, text.bottom - box.bottom] : []),
        );
      };
      const cutOff = [...document.querySelectorAll('body *')]
        .filter((element) => getComputedStyle(element).overflow !== 'visible')
        .flatMap((element) =>
          texts.filter(({ text, boxes }) => element.contains(text) && boxes.some((box) => overhang(element, box) > 1)),
        );

      // compare the middle of each line: tall letters reach into the neighbouring lines
      const lines = texts.flatMap(({ text, boxes, layer }) =>
        boxes.map(({ left, right, top, height }) => ({
          ...{ text, layer, left: left + 1, right: right - 1 },
          ...{ top: top + height / 4, bottom: top + (height * 3) / 4 },
        })),
      );
      const overlaps = lines.flatMap((line, index) =>
        lines
          .slice(index + 1)
          .filter(
            (other) =>
              other.left < line.right &&
              line.left < other.right &&
              other.top < line.bottom &&
              line.top < other.bottom &&
              other.text !== line.text &&
              other.layer === line.layer,
          )
          .map((other) => [line.text.data.trim(), other.text.data.trim()] as const),
      );

      // addresses, numbers and very long words may break
      const mayBreak = /[@/\d]|\.\w|\p{L}{12}/u;
      const broken = texts
        .filter(({ element, boxes }) => boxes.length > 1 && !element.closest('[aria-hidden]'))
        .flatMap(({ text }) =>
          [...text.data.matchAll(/[^\s\u200b-]+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            return !mayBreak.test(word) && new Set(tops).size > 1;
          }),
        );
      const LEAST_MARGIN = 8;
      const atEdge = lines.filter(({ left, right }) => left < LEAST_MARGIN || right > root.clientWidth - LEAST_MARGIN);
      return [
        ...atEdge.map(({ text }) => `text at the edge: ${text.data.trim().slice(0, 60)}`),
        ...broken.map(([word]) => `a word is broken: ${word}`),
        ...(sideways > 0 ? [`the page is ${sideways} px too wide`] : []),
        ...overlaps.map(([one, other]) => `text over text: "${one}" and "${other}"`),
        ...cutOff.map(({ text }) => `text is cut off: ${text.data.trim().slice(0, 60)}`),
      ];
    },
    [parts.hiddenText, textSize] as const,
  );

type Colour = readonly number[];

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Presses Tab through the page. Every stop must be visible and have a focus ring, and none may be skipped. */
export async function focusFaults(page: Page): Promise<string[]> {
  const MOST = 100;
  const LEAST_CONTRAST = 3;
  const faults: string[] = [];
  await page.locator('[data-reached]').evaluateAll((all) => all.map((each) => each.removeAttribute('data-reached')));
  for (let stops = 0; stops < MOST; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === undefined) break;
    const { name, fault, ring = [], ground = [] } = stop;
    if (fault !== undefined) faults.push(`${name} ${fault}`);
    else if (contrast(ring, ground) < LEAST_CONTRAST) {
      faults.push(`${name} has a ring of contrast ${contrast(ring, ground).toFixed(1)} only`);
    }
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary')]
      .filter(
        (element) => element.tabIndex >= 0 && element.checkVisibility() && element.dataset['reached'] === undefined,
      )
      .map(({ outerHTML }) => `the keyboard does not reach ${outerHTML.slice(0, 80)}`),
  );
  return [...faults, ...missed];
}

/** Runs in the page. Returns undefined after the last stop. */
function lookAtFocus(): { name: string; fault?: string; ring?: Colour; ground?: Colour } | undefined {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body || element.dataset['reached']) return undefined;
  element.dataset['reached'] = 'yes';
  const name = `${element.localName} "${element.textContent?.trim() || element.getAttribute('name')}"`;

  const [box] = element.getClientRects();
  if (box === undefined) return { name, fault: 'has the focus and no box' };
  // for a field higher than the window, the visible part
  const x = (Math.max(box.left, 0) + Math.min(box.right, window.innerWidth)) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, window.innerHeight)) / 2;
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) {
    return { name, fault: 'has the focus out of sight' };
  }
  const top = document.elementFromPoint(x, y);
  if (!element.contains(top)) return { name, fault: `has the focus under ${top?.outerHTML.slice(0, 80)}` };
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) {
    return { name, fault: 'has the focus without a ring' };
  }

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = (colour: string): number[] => {
    if (canvas === null) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  let behind = element.parentElement;
  const groundOf = (it: Element | null) => channels(it === null ? 'Canvas' : getComputedStyle(it).backgroundColor);
  while (behind !== null && groundOf(behind)[3] !== 255) behind = behind.parentElement;
  return { name, ring: channels(outlineColor).slice(0, 3), ground: groundOf(behind).slice(0, 3) };
}

/** Records what a screen reader announces from the next page on: changed live regions and new alerts. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE = '[role=alert], [role=status], [role=log], [aria-live]:not([aria-live=off]), output';
    const heard: string[] = [];
    Object.assign(window, { heard });
    const regionsAround = (node: Node) => {
      const regions: Element[] = [];
      let element = node instanceof Element ? node : node.parentElement;
      for (; element !== null; element = element.parentElement) {
        if (element.matches(LIVE)) regions.push(element);
      }
      return regions;
    };
    const alertsIn = (node: Node) =>
      node instanceof Element
        ? [node, ...node.querySelectorAll('*')].filter((element) => element.matches('[role=alert]'))
        : [];
    new MutationObserver((records) => {
      const changed = new Set(
        records.flatMap(({ target, addedNodes }) => [...regionsAround(target), ...[...addedNodes].flatMap(alertsIn)]),
      );
      for (const region of changed) {
        const text = region.textContent?.trim();
        if (text) heard.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** How often a live region or a focused element announced the text. */
export const timesSaid = (page: Page, text: string): Promise<number> =>
  page.evaluate((said) => {
    const { heard } = window as unknown as { heard: string[] };
    const focused = document.activeElement;
    const described = (focused?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    // a container with the focus inside is not read out
    const own = focused instanceof HTMLButtonElement || focused === document.body ? '' : (focused?.textContent ?? '');
    return [...heard, ...described, own].filter((line) => line.includes(said)).length;
  }, text);

/** With forced colours: what has no edge, no icon, or colours of its own. */
export const edgeFaults = (page: Page): Promise<string[]> =>
  page.evaluate(({ button, warning }) => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return (
      [...document.querySelectorAll<HTMLElement>(`${button}, input, textarea, select, summary`)]
        .filter((element) => element.tabIndex >= 0 && element.checkVisibility())
        // the browser draws the box of a checkbox, which has no border in CSS
        .filter((element) => !element.matches('[type=checkbox]') || getComputedStyle(element).appearance === 'none')
        .flatMap((element) => {
          const style = getComputedStyle(element);
          const isSeen =
            style.borderTopStyle !== 'none' &&
            Number.parseFloat(style.borderTopWidth) >= 1 &&
            ![ground, 'rgba(0, 0, 0, 0)'].includes(style.borderTopColor);
          return isSeen ? [] : [`no edge around ${element.outerHTML.slice(0, 100)}`];
        })
        .concat(
          [...document.querySelectorAll(`${warning}:not(:empty)`)]
            // the icon is a background, which would become that of the page
            .filter((element) => getComputedStyle(element, '::before').forcedColorAdjust !== 'none')
            .map(({ textContent }) => `no icon before "${textContent}"`),
          [...document.querySelectorAll<HTMLElement>('body *')]
            .filter((element) => getComputedStyle(element).forcedColorAdjust === 'none' && element.innerText)
            .map(({ innerText }) => `a colour of its own has "${innerText}"`),
        )
    );
  }, parts);

/** Colours that depend on the width of the window or of a part: states are not examined at each width. */
export const colourFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faultsIn = (rules: Iterable<CSSRule>, isForWidth: boolean): string[] =>
      [...rules].flatMap((rule) => {
        const isHere =
          isForWidth ||
          rule instanceof CSSContainerRule ||
          (rule instanceof CSSMediaRule && /width/.test(rule.conditionText));
        const { style, cssRules } = rule as CSSStyleRule;
        const isColoured = isHere && style && [...style].some((name) => /^(?:background-)?color$/.test(name));
        return [...(isColoured ? [`a colour for a width: ${rule.cssText}`] : []), ...faultsIn(cssRules ?? [], isHere)];
      });
    return [...document.styleSheets].flatMap((sheet) => faultsIn(sheet.disabled ? [] : sheet.cssRules, false));
  });

/** A translator may change everything but these. A sentence may name the firm. */
const KEPT = {
  inside: [site.phone, site.email, site.address.street, REFERENCE, SUGGESTED],
  alone: [site.name, site.legalName],
};

export const nameFaults = (page: Page): Promise<string[]> =>
  page.evaluate(({ inside, alone }) => {
    const textOf = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ').trim();
    return [...document.querySelectorAll('body *:not([translate=no], [translate=no] *, :has([translate=no]))')]
      .filter((it) => alone.includes(textOf(it)) || inside.some((name) => textOf(it).includes(name)))
      .map(({ outerHTML }) => `a translator may change ${outerHTML.slice(0, 100)}`);
  }, KEPT);

/** The part of a page to examine: around main, pages are alike. */
export type Part = 'html' | 'main';

interface SaidText {
  readonly said: string;
  /** The element that a screen reader finds it in. */
  readonly element: string;
  readonly backendNodeId: number;
}

/**
 * Texts that are shown apart, but reach a screen reader without a space between them: Chromium leaves out a text node
 * of spaces, which JSX makes of `{one} {other}`.
 * @param chromium stays attached, because detaching it would bring an offline page online
 */
export async function gluedTexts(page: Page, chromium: CDPSession, part: Part): Promise<string[]> {
  const texts = await textsForScreenReaders(chromium, part);
  const { root } = await chromium.send('DOM.getDocument', { depth: -1 });
  const order = new Map(textsOf(root).map(({ backendNodeId }, index) => [backendNodeId, index]));
  const apart = await page.evaluate(
    apartFromNext,
    texts.map(({ backendNodeId }) => order.get(backendNodeId) ?? -1),
  );
  return texts.flatMap(({ said, element }, index) => {
    const next = texts[index + 1];
    if (next === undefined || /\s$/.test(said) || /^\s/.test(next.said)) return [];
    const isApart = apart[index] === 'by a space' || (apart[index] === 'by a box' && element === next.element);
    return isApart ? [`a screen reader gets one word: ${said}|${next.said}`] : [];
  });
}

interface ProtocolNode {
  readonly backendNodeId: number;
  readonly nodeName: string;
  readonly nodeValue: string;
  readonly children?: ProtocolNode[];
}

/** Line breaks and texts, in the order of the document. */
const textsOf = (node: ProtocolNode): ProtocolNode[] => [
  ...(node.nodeName === 'BR' || (node.nodeName === '#text' && node.nodeValue.trim() !== '') ? [node] : []),
  ...(node.children ?? []).flatMap(textsOf),
];

async function textsForScreenReaders(chromium: CDPSession, part: Part): Promise<SaidText[]> {
  const { nodes } = await chromium.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textsIn = (id: string, element: string): SaidText[] => {
    const { ignored, role, name, childIds = [], backendDOMNodeId: backendNodeId } = byId.get(id) ?? {};
    const kind = role?.value;
    // the text of a style sheet has no node
    const isText = kind === 'LineBreak' || (kind === 'StaticText' && backendNodeId !== undefined);
    if (isText) return [{ said: String(name?.value), element, backendNodeId: Number(backendNodeId) }];
    return kind === 'textbox' ? [] : childIds.flatMap((child) => textsIn(child, ignored ? element : id));
  };
  const start = part === 'main' ? nodes.find(({ role }) => role?.value === part) : nodes[0];
  return textsIn(start?.nodeId ?? '', '');
}

/** Runs in the page. How each of these texts, by its place in textsOf(), is shown apart from the next one. */
function apartFromNext(places: readonly number[]): ('by a box' | 'by a space' | 'not at all')[] {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const all: Node[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeName === 'BR' || (node instanceof Text && node.data.trim() !== '')) all.push(node);
  }
  const texts = places.map((place) => all[place] ?? document);
  const boxOf = (text: Node) => {
    let box = text.parentElement;
    while (box && /^(?:inline|contents)/.test(getComputedStyle(box).display)) box = box.parentElement;
    return box;
  };
  const lengthOf = (text: Node) => text.nodeValue?.length ?? 0;
  return texts.slice(1).map((next, index) => {
    const text = texts[index] ?? next;
    if (boxOf(text) !== boxOf(next)) return 'by a box';
    const range = document.createRange();
    range.setStartBefore(text);
    range.setEndAfter(next);
    const around = range.toString();
    const between = around.slice(lengthOf(text) - 1, around.length - lengthOf(next) + 1);
    return /\s/.test(between) ? 'by a space' : 'not at all';
  });
}
