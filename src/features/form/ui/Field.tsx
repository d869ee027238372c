import './Field.css';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { FieldEntry } from '../api/rules.ts';
import { FieldControl } from './FieldControl.tsx';
import type { Prefill } from './prefill.ts';

interface FieldProps {
  readonly entry: FieldEntry;
  readonly registration: UseFormRegisterReturn;
  readonly error: string | undefined;
  /** Does not announce the error, because the visitor is still typing. */
  readonly isQuiet: boolean;
  /** Overrides aria-invalid. */
  readonly invalid: string | undefined;
  readonly defaultValue: string | undefined;
  readonly chosen: Prefill['chosen'];
  readonly isReadOnly: boolean;
  /** Help with the error. The element that describes the control must have the given id. */
  readonly help: ((id: string) => ReactNode) | undefined;
  readonly children: ReactNode;
}

export function Field({ entry, registration, error, isQuiet, invalid, help, children, ...value }: FieldProps) {
  const { label, control, hint, required } = entry;
  const isTick = control === 'checkbox';
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const descriptions = [hint && hintId, !isQuiet && errorId, !isQuiet && help && helpId];
  const labelOfControl = (
    <label htmlFor={id}>
      {label}
      {!required && <span className="field-optional"> {contactForm.form.optional}</span>}
    </label>
  );
  return (
    <div className={isTick ? 'field field-tick' : 'field'}>
      {!isTick && labelOfControl}
      <FieldControl
        {...value}
        entry={entry}
        attributes={{
          ...registration,
          id,
          required: required !== undefined,
          'aria-invalid': (invalid ?? String(!isQuiet && error !== undefined)) as 'true' | 'false',
          'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
        }}
      />
      {isTick && labelOfControl}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className="field-messages">
        {/* rendered even if empty, for the endpoint to fill in; for the key see Words.tsx */}
        <p key={error} className={`field-error warning${isQuiet ? ' field-error-quiet' : ''}`} id={errorId}>
          {error}
        </p>
        {help?.(helpId)}
        {children}
      </div>
    </div>
  );
}
