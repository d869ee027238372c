import { formWords } from '../../../content/words/form.ts';
import { type FieldEntry, TICKED } from '../api/rules.ts';
import type { FillIn } from './filledIn.ts';

/** True: without a value. False and undefined: absent. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** A control in HTML. The document owns it, and React only gives it a place (lib/lastingNodes.ts). */
export interface Control {
  readonly tag: 'input' | 'select' | 'textarea';
  readonly attributes: Attributes;
  readonly text?: string | undefined;
  readonly options?: readonly { readonly text: string; readonly attributes: Attributes }[];
}

interface Given {
  readonly name: string;
  readonly entry: FieldEntry;
  readonly isReadOnly: boolean;
  /** The attributes that every kind of control has. */
  readonly attributes: Attributes;
  readonly fillIn: FillIn | undefined;
}

export function controlOf({ name, entry, isReadOnly, attributes, fillIn }: Given): Control {
  const { control, autocomplete } = entry;
  const boxed = { ...attributes, name, class: 'field-box', autocomplete };
  const typed = { ...boxed, readonly: isReadOnly, dir: 'auto' };
  const text = fillIn?.(`field.${name}`);
  switch (control) {
    case 'textarea':
      return { tag: 'textarea', attributes: { ...typed, rows: '8' }, text };
    case 'select':
      return { tag: 'select', attributes: boxed, options: optionsOf(name, entry, fillIn) };
    case 'checkbox': {
      const chosen = { 'data-chosen': fillIn?.(`chosen.${name}`) };
      return { tag: 'input', attributes: { ...boxed, ...chosen, type: 'checkbox', value: TICKED } };
    }
    default: {
      const keyboard = {
        type: control,
        inputmode: control,
        enterkeyhint: 'next',
        autocapitalize: control === 'text' ? undefined : 'none',
        spellcheck: String(control === 'text' && autocomplete === undefined),
      };
      return { tag: 'input', attributes: { ...typed, ...keyboard, value: text } };
    }
  }
}

const optionsOf = (name: string, { options }: FieldEntry, fillIn: FillIn | undefined) => [
  { text: formWords.form.choose, attributes: { value: '' } },
  ...(options?.values ?? []).map((value, index) => ({
    text: value,
    // the value, because translators change the text; the endpoint chooses the option with data-chosen
    attributes: { value, 'data-chosen': fillIn?.(`chosen.${name}.${index}`) },
  })),
];

/** Leaves the attributes alone that other programs have added. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, given] of Object.entries(attributes)) {
    const value = given === true ? '' : given;
    if (value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

export function createControl({ tag, attributes, text = '', options = [] }: Control): Element {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(text);
  for (const option of options) {
    const choice = new Option(option.text);
    setAttributes(choice, option.attributes);
    element.append(choice);
  }
  return element;
}
