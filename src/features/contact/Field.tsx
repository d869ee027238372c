import './Field.css';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface FieldProps {
  readonly label: string;
  /** What registers the control with the form: its name, reference and listeners. */
  readonly registration: UseFormRegisterReturn;
  readonly error: string | undefined;
  /** What aria-invalid says; unless told, whether there is an error. */
  readonly invalid?: string;
  readonly defaultValue?: string;
  readonly hint?: string;
  /**
   * WCAG 1.3.5: what the browser may fill in. Never "off": Chromium would not bring back what was
   * typed when the visitor goes back.
   */
  readonly autoComplete?: string;
  readonly type?: 'text' | 'email' | 'tel';
  readonly isMultiline?: boolean;
  readonly isReadOnly?: boolean;
}

/** A control with its label, hint and error, and everything that ties them together. */
export function Field({
  label,
  registration,
  error,
  invalid = String(error !== undefined),
  defaultValue,
  hint,
  autoComplete,
  type = 'text',
  isMultiline = false,
  isReadOnly = false,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const attributes = {
    ...registration,
    id,
    autoComplete,
    required: true,
    readOnly: isReadOnly,
    defaultValue,
    'aria-invalid': invalid as 'true' | 'false',
    'aria-describedby': hint ? `${hintId} ${errorId}` : errorId,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isMultiline ? (
        <textarea {...attributes} rows={8} />
      ) : (
        <input
          {...attributes}
          type={type}
          inputMode={type}
          autoCapitalize={type === 'text' ? undefined : 'none'}
          spellCheck={type === 'text' && autoComplete === undefined}
        />
      )}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {/* always there, so that the endpoint can fill it in; empty it neither shows nor is read */}
      <p className="field-error" id={errorId}>
        {error}
      </p>
    </div>
  );
}
