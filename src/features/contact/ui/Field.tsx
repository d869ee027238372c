import './Field.css';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { FieldEntry } from '../api/rules.ts';

interface FieldProps {
  readonly entry: FieldEntry;
  readonly registration: UseFormRegisterReturn;
  readonly error: string | undefined;
  /** Does not announce the error, because the visitor is still typing. */
  readonly isQuiet: boolean;
  /** Overrides aria-invalid. */
  readonly invalid: string | undefined;
  readonly defaultValue: string | undefined;
  readonly isReadOnly: boolean;
  /** Help with the error. The element that describes the control must have the given id. */
  readonly help: ((id: string) => ReactNode) | undefined;
  readonly children: ReactNode;
}

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
  const descriptions = [hint && hintId, !isQuiet && errorId, !isQuiet && help && helpId];
  const attributes = {
    ...registration,
    id,
    autoComplete: autocomplete,
    required: required !== undefined,
    readOnly: isReadOnly,
    defaultValue,
    dir: 'auto',
    'aria-invalid': (invalid ?? String(!isQuiet && error !== undefined)) as 'true' | 'false',
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
          enterKeyHint="next"
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
        {/* rendered even if empty, for the endpoint to fill in; for the key see Words.tsx */}
        <p
          key={error}
          className={`field-error warning${isQuiet ? ' field-error-quiet' : ''}`}
          id={errorId}
        >
          {error}
        </p>
        {help?.(helpId)}
        {children}
      </div>
    </div>
  );
}
