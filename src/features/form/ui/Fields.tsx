import { useContext, useState } from 'react';
import type { Control, UseFormReturn } from 'react-hook-form';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';
import { EmailSuggestion } from './EmailSuggestion.tsx';
import { Field } from './Field.tsx';
import { OtherWays } from './OtherWays.tsx';
import { Prefilled } from './prefill.ts';
import { useTyped } from './useTyped.ts';

interface FieldsProps {
  readonly form: UseFormReturn<Typed>;
  readonly typedInto: string | undefined;
  readonly isSending: boolean;
}

export const Fields = (props: FieldsProps) => (
  <div className="contact-form-fields">
    {useThisForm().rules.fieldNames.map((name) => (
      <FieldOfForm key={name} name={name} {...props} />
    ))}
  </div>
);

function FieldOfForm({
  name,
  form: { control, formState, register, setValue, setFocus },
  typedInto,
  isSending,
}: FieldsProps & { readonly name: string }) {
  const prefill = useContext(Prefilled);
  /** The text of the field when the visitor left it. */
  const [left, setLeft] = useState<string>();
  const entry = useThisForm().rules.entryOf(name);
  const error = formState.errors[name]?.message;
  const isQuiet = typedInto === name;
  const advice = (id: string) =>
    error !== undefined && !isQuiet ? (
      <Advice id={id} field={name} control={control} />
    ) : (
      <AdviceText id={id} text={prefill?.advice[name]} />
    );
  return (
    <Field
      entry={entry}
      registration={register(name, { onBlur: ({ target }) => setLeft(target.value) })}
      error={prefill ? prefill.errors[name] : error}
      invalid={prefill?.invalid[name]}
      chosen={prefill?.chosen}
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

interface AdviceProps {
  readonly id: string;
  readonly field: string;
  readonly control: Control<Typed>;
}

/** How to correct an invalid value, with links that send the text another way (WCAG 3.3.3). */
function Advice({ id, field, control }: AdviceProps) {
  const { rules } = useThisForm();
  const message = rules.normalise(useTyped(control));
  const text = rules.adviceFor(field, message[field]);
  return (
    <>
      <AdviceText id={id} text={text} />
      {text && <OtherWays message={message} isBrief />}
    </>
  );
}

/** Rendered even if empty: aria-describedby refers to it, and the endpoint fills it in. */
const AdviceText = ({ id, text }: { readonly id: string; readonly text: string | undefined }) => (
  <p className="field-advice" id={id}>
    {text}
  </p>
);
