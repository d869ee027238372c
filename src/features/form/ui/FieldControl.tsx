import { type AriaAttributes, useContext } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import { type FieldEntry, TICKED } from '../api/rules.ts';
import { Prefilled } from './prefill.ts';

interface ControlProps {
  readonly entry: FieldEntry;
  readonly isReadOnly: boolean;
  readonly attributes: UseFormRegisterReturn & AriaAttributes & { readonly id: string };
}

export function FieldControl({ entry: { control, autocomplete, options }, isReadOnly, attributes }: ControlProps) {
  const prefill = useContext(Prefilled);
  const { name } = attributes;
  const defaultValue = prefill?.(`field.${name}`);
  const boxed = { ...attributes, className: 'field-box', autoComplete: autocomplete };
  const typed = { ...boxed, readOnly: isReadOnly, defaultValue, dir: 'auto' };
  switch (control) {
    case 'textarea':
      return <textarea {...typed} rows={8} />;
    case 'select':
      return (
        <select {...boxed} defaultValue={defaultValue || undefined}>
          <option value="">{contactForm.form.choose}</option>
          {options?.values.map((value, index) => (
            // the value, because translators change the text; the endpoint chooses the option with data-chosen
            <option key={value} value={value} data-chosen={prefill?.(`chosen.${name}.${index}`)}>
              {value}
            </option>
          ))}
        </select>
      );
    case 'checkbox':
      return (
        <input
          {...boxed}
          type="checkbox"
          value={TICKED}
          // undefined: react-hook-form would overwrite a tick from before the script ran
          defaultChecked={defaultValue === undefined ? undefined : defaultValue === TICKED}
          data-chosen={prefill?.(`chosen.${name}`)}
        />
      );
    default:
      return (
        <input
          {...typed}
          type={control}
          inputMode={control}
          enterKeyHint="next"
          autoCapitalize={control === 'text' ? undefined : 'none'}
          spellCheck={control === 'text' && autocomplete === undefined}
        />
      );
  }
}
