import './Field.css';
import { memo, useContext } from 'react';
import { formWords } from '../../../content/words/form.ts';
import type { FieldEntry } from '../api/rules.ts';
import { useThisForm, useTyped } from '../state/context.ts';
import { controlOf } from './control.ts';
import { EmailSuggestion } from './EmailSuggestion.tsx';
import { FieldControl } from './FieldControl.tsx';
import { FilledIn } from './filledIn.ts';
import { OtherWays } from './OtherWays.tsx';

interface FieldProps {
  readonly name: string;
  readonly found: string | undefined;
  readonly isTouched: boolean;
  /** Does not announce the error, because the visitor is still typing. */
  readonly isQuiet: boolean;
  readonly isReadOnly: boolean;
}

/** Renders again only if its own state changes: each key changes that of the form. */
export const Field = memo(function Field({ name, found, isTouched, isQuiet, isReadOnly }: FieldProps) {
  const fillIn = useContext(FilledIn);
  const form = useThisForm();
  const entry = form.rules.entryOf(name);
  const { control, hint, required, advice } = entry;
  const error = fillIn ? fillIn(`error.${name}`) : found;
  const isMarked = found !== undefined && !isQuiet;
  const isLeft = !isQuiet && isTouched;
  const isTick = control === 'checkbox';
  // the control keeps its id, whatever React does (lib/lastingNodes.ts)
  const id = `${form.name}-${name}`;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const adviceId = `${id}-help`;
  // screen readers would read a description that changes again
  const descriptions = isQuiet ? [] : [hint && hintId, errorId, advice && adviceId];
  const labelOfControl = <Label id={id} entry={entry} />;
  return (
    <div className={isTick ? 'field field-tick' : 'field'}>
      {!isTick && labelOfControl}
      <FieldControl
        {...{ name, id }}
        control={controlOf({
          ...{ name, entry, isReadOnly, fillIn },
          attributes: {
            id,
            // the browser would call an empty required field, and its whole form, invalid from the start
            'aria-required': String(required !== undefined),
            'aria-invalid': fillIn ? fillIn(`invalid.${name}`) : String(isMarked),
            'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
          },
        })}
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
        {advice && <Advice id={adviceId} field={name} isShown={isMarked} />}
        {control === 'email' && <EmailSuggestion field={name} isLeft={isLeft} />}
      </div>
    </div>
  );
});

function Label({ id, entry: { label, required } }: { readonly id: string; readonly entry: FieldEntry }) {
  return (
    <label htmlFor={id}>
      {label}
      {!required && <span className="field-optional">{` ${formWords.form.optional}`}</span>}
    </label>
  );
}

interface AdviceProps {
  readonly id: string;
  readonly field: string;
  readonly isShown: boolean;
}

/** How to correct an invalid value, with links that send the text another way (WCAG 3.3.3). */
function Advice({ id, field, isShown }: AdviceProps) {
  const fillIn = useContext(FilledIn);
  // only advice that is shown follows each key
  if (isShown) return <ShownAdvice {...{ id, field }} />;
  return (
    // rendered even if empty: aria-describedby refers to it, and the endpoint fills it in
    <p className="field-advice" id={id}>
      {fillIn?.(`advice.${field}`)}
    </p>
  );
}

function ShownAdvice({ id, field }: Omit<AdviceProps, 'isShown'>) {
  const { rules } = useThisForm();
  const message = rules.normalise(useTyped());
  const text = rules.adviceFor(field, message[field]);
  return (
    <>
      <p className="field-advice" id={id}>
        {text}
      </p>
      {text && <OtherWays message={message} isBrief />}
    </>
  );
}
