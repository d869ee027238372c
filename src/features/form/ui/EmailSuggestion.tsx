import { useEffect, useMemo, useState } from 'react';
import { normalise } from '../api/rules.ts';
import { useFields, useThisForm, useTyped } from '../state/context.ts';

interface EmailSuggestionProps {
  readonly field: string;
  /** Whether the visitor has left the field. */
  readonly isLeft: boolean;
}

/** Suggests a correction: an answer to `zoe@gmail.con` would never arrive. */
export function EmailSuggestion({ field, isLeft }: EmailSuggestionProps) {
  const { rules } = useThisForm();
  const { setValue, setFocus } = useFields();
  const [list, setList] = useState<typeof import('./suggestEmail.ts')>();
  const typed = normalise(useTyped(isLeft)[field] ?? '');
  const isAsked = isLeft && typed !== '';

  useEffect(() => {
    // large, loaded only by visitors who fill in the form
    if (isAsked) import('./suggestEmail.ts').then(setList).catch(() => {});
  }, [isAsked]);

  const meant = useMemo(() => {
    const isValid = (address: string) => rules.violated(field, address) === undefined;
    return isAsked ? list?.suggestEmail(typed, isValid) : undefined;
  }, [rules, field, isAsked, list, typed]);
  const [before, after] = list?.didYouMean ?? [];
  const take = (address: string) => {
    setValue(field, address, { shouldDirty: true, shouldValidate: true });
    setFocus(field);
  };
  return (
    <p className="field-suggestion">
      {/* Orca leaves buttons out of what it announces */}
      <span className="visually-hidden" role="status">
        {meant && (
          <span>
            {before}
            <span translate="no">{meant}</span>
            {after}
          </span>
        )}
      </span>
      {meant && (
        <span>
          <span aria-hidden="true">{before}</span>
          <button type="button" className="link-button" translate="no" onClick={() => take(meant)}>
            {meant}
          </button>
          <span aria-hidden="true">{after}</span>
        </span>
      )}
    </p>
  );
}
