import './Field.css';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { contactForm } from '../../content/words/contactForm.ts';
import { useHeld } from '../../lib/press.ts';
import type { FieldEntry } from './rules.ts';

interface FieldProps {
  readonly entry: FieldEntry;
  /** What registers the control with the form: its name, reference and listeners. */
  readonly registration: UseFormRegisterReturn;
  readonly error: string | undefined;
  /**
   * Whether the visitor is still typing: the error stands there, but is neither raised nor read out
   * in the middle of a word.
   */
  readonly isQuiet: boolean;
  /** What aria-invalid says; unless told, whether there is an error. */
  readonly invalid: string | undefined;
  readonly defaultValue: string | undefined;
  readonly isReadOnly: boolean;
  /** What helps with the error, under it. What describes the control in it has the id it is given. */
  readonly help: ((id: string) => ReactNode) | undefined;
  /** What else stands under the control. */
  readonly children: ReactNode;
}

/** A control with its label, hint, error and help, and everything that ties them together. */
export function Field({
  entry: { label, control, autocomplete, hint, required },
  registration,
  error,
  isQuiet,
  invalid,
  defaultValue,
  isReadOnly,
  help,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const shown = useHeld(error);
  const isRaised = useHeld(!isQuiet);
  const descriptions = [hint && hintId, isRaised && errorId, isRaised && help && helpId];
  const attributes = {
    ...registration,
    id,
    autoComplete: autocomplete,
    required: required !== undefined,
    readOnly: isReadOnly,
    defaultValue,
    'aria-invalid': (invalid ?? String(isRaised && shown !== undefined)) as 'true' | 'false',
    'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="field-optional"> {contactForm.form.optional}</span>}
      </label>
      {control === 'textarea' ? (
        <textarea {...attributes} rows={8} />
      ) : (
        <input
          {...attributes}
          type={control}
          inputMode={control}
          autoCapitalize={control === 'text' ? undefined : 'none'}
          spellCheck={control === 'text' && autocomplete === undefined}
        />
      )}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className="field-messages">
        {/* Always there: the endpoint fills it in, and it is hidden while empty. Its key: see Words.tsx. */}
        <p
          key={shown}
          className={`field-error warning${isRaised ? '' : ' field-error-quiet'}`}
          id={errorId}
        >
          {shown}
        </p>
        {help?.(helpId)}
        {children}
      </div>
    </div>
  );
}
