import type { Control } from './control.ts';
import type { Renderer } from './FieldControl.tsx';

/* Only for the build: the browser's React does not look into the place of a control. */

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const attributesOf = (attributes: Control['attributes']) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${value === true ? '' : escaped(String(value))}"`)
    .join('');

function htmlOf({ tag, attributes, text = '', options = [] }: Control): string {
  const start = `<${tag}${attributesOf(attributes)}>`;
  if (tag === 'input') return start;
  const choices = options.map((option) => `<option${attributesOf(option.attributes)}>${escaped(option.text)}</option>`);
  return `${start}${escaped(text)}${choices.join('')}</${tag}>`;
}

export const prerenderedControl: Renderer = (place, control) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of escaped parts, by the build
  <span {...place} dangerouslySetInnerHTML={{ __html: htmlOf(control) }} />
);
