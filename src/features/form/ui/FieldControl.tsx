import type { AriaAttributes } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import { type FieldEntry, TICKED } from '../api/rules.ts';
import type { Prefill } from './prefill.ts';

interface ControlProps {
  readonly entry: FieldEntry;
  readonly attributes: UseFormRegisterReturn & AriaAttributes & { readonly id: string };
  readonly defaultValue: string | undefined;
  readonly chosen: Prefill['chosen'];
  readonly isReadOnly: boolean;
}

export function FieldControl({
  entry: { control, autocomplete, options },
  attributes,
  defaultValue,
  chosen,
  isReadOnly,
}: ControlProps) {
  const { name } = attributes;
  const boxed = { ...attributes, className: 'field-box' };
  const typed = {
    ...boxed,
    autoComplete: autocomplete,
    readOnly: isReadOnly,
    defaultValue,
    dir: 'auto',
  };
  switch (control) {
    case 'textarea':
      return <textarea {...typed} rows={8} />;
    case 'select':
      return (
        <select {...boxed} autoComplete={autocomplete} defaultValue={defaultValue || undefined}>
          <option value="">{contactForm.form.choose}</option>
          {options?.values.map((value, index) => (
            <option key={value} data-chosen={chosen?.(`${name}.${index}`)}>
              {value}
            </option>
          ))}
        </select>
      );
    case 'checkbox':
      return (
        <input
          {...attributes}
          type="checkbox"
          value={TICKED}
          // undefined: react-hook-form would overwrite a tick from before the script ran
          defaultChecked={defaultValue === undefined ? undefined : defaultValue === TICKED}
          data-chosen={chosen?.(name)}
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
