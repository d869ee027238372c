import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import { normalise, type Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

interface Suggestion {
  readonly typed: string;
  readonly meant: string;
}

interface EmailSuggestionProps {
  readonly field: string;
  readonly control: Control<Typed>;
  readonly left: string | undefined;
  readonly onTake: (address: string) => void;
}

/** Suggests a correction: an answer to `zoe@gmail.con` would never arrive. */
export function EmailSuggestion({ field, control, left, onTake }: EmailSuggestionProps) {
  const { rules } = useThisForm();
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const typed = useWatch({ control, name: field });

  useEffect(() => {
    if (left === undefined || rules.check(field, left) !== undefined) return;
    // a large list, loaded only by visitors who fill in the form
    import('./suggestEmail.ts')
      .then(({ suggestEmail }) => {
        const meant = suggestEmail(normalise(left));
        if (meant !== undefined) setSuggestion({ typed: left, meant });
      })
      .catch(() => {});
  }, [rules, field, left]);

  const meant = suggestion?.typed === typed ? suggestion?.meant : undefined;
  const [before, after] = contactForm.form.didYouMean;
  return (
    <p className="field-suggestion" role="status">
      {meant && (
        <span>
          {before}{' '}
          <button type="button" className="link-button" translate="no" onClick={() => onTake(meant)}>
            {meant}
          </button>
          {after}
        </span>
      )}
    </p>
  );
}
