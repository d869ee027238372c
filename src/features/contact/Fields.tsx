import { useContext, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Advice, AdviceText } from './Advice.tsx';
import { EmailSuggestion } from './EmailSuggestion.tsx';
import { Field } from './Field.tsx';
import { Prefilled } from './prefill.ts';
import { type ContactMessage, type FieldName, fieldNames, fields } from './rules.ts';

interface FieldsProps {
  readonly form: UseFormReturn<ContactMessage>;
  /** The field that is being typed into. */
  readonly typedInto: string | undefined;
  /** What was typed meanwhile would be lost with the form. */
  readonly isSending: boolean;
}

/** Every field that there is a rule for, in the order of the rules. */
export const Fields = (props: FieldsProps) => (
  <div className="contact-form-fields">
    {fieldNames.map((name) => (
      <FieldOfForm key={name} name={name} {...props} />
    ))}
  </div>
);

/** A field with its errors and what helps with them. */
function FieldOfForm({
  name,
  form: { control, formState, register, setValue, setFocus },
  typedInto,
  isSending,
}: FieldsProps & { readonly name: FieldName }) {
  const prefill = useContext(Prefilled);
  /** What stood in it when it was left. */
  const [left, setLeft] = useState<string>();
  const entry = fields[name];
  const error = formState.errors[name]?.message;
  const isQuiet = typedInto === name;
  const advice = (id: string) =>
    prefill ? (
      <AdviceText id={id} text={prefill.advice[name]} />
    ) : (
      <Advice id={id} field={name} control={control} isShown={error !== undefined && !isQuiet} />
    );
  return (
    <Field
      entry={entry}
      registration={register(name, { onBlur: ({ target }) => setLeft(target.value) })}
      error={prefill ? prefill.errors[name] : error}
      invalid={prefill?.invalid[name]}
      defaultValue={prefill?.values[name]}
      isQuiet={isQuiet}
      isReadOnly={isSending}
      help={entry.advice && advice}
    >
      {entry.control === 'email' && (
        <EmailSuggestion
          field={name}
          control={control}
          left={left}
          onTake={(address) => {
            setValue(name, address, { shouldDirty: true, shouldValidate: true });
            setFocus(name);
          }}
        />
      )}
    </Field>
  );
}
