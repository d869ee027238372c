import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { normalise, type Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

interface EmailSuggestionProps {
  readonly field: string;
  readonly left: string | undefined;
}

interface Suggestion {
  readonly typed: string;
  readonly meant: string | undefined;
  readonly words: readonly string[];
}

/** Suggests a correction: an answer to `zoe@gmail.con` would never arrive. */
export function EmailSuggestion({ field, left }: EmailSuggestionProps) {
  const { rules } = useThisForm();
  const { setValue, setFocus } = useFormContext<Typed>();
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const typed = useWatch<Typed>({ name: field });

  useEffect(() => {
    const address = rules.rewrite(field, left ?? '');
    if (normalise(address) === '') return;
    const isValid = (meant: string) => rules.violated(field, meant) === undefined;
    // a large list, loaded only by visitors who fill in the form
    import('./suggestEmail.ts')
      .then(({ suggestEmail, didYouMean }) => {
        setSuggestion({ typed: address, meant: suggestEmail(normalise(address), isValid), words: didYouMean });
      })
      .catch(() => {});
  }, [rules, field, left]);

  const { meant, words: [before, after] = [] } = (suggestion?.typed === typed && suggestion) || {};
  const take = (address: string) => {
    setValue(field, address, { shouldDirty: true, shouldValidate: true });
    setFocus(field);
  };
  return (
    <p className="field-suggestion" role="status">
      {meant && (
        <span>
          {before}
          <button type="button" className="link-button" translate="no" onClick={() => take(meant)}>
            {meant}
          </button>
          {after}
        </span>
      )}
    </p>
  );
}
