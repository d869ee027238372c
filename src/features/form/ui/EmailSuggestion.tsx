import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import { normalise, type Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

interface EmailSuggestionProps {
  readonly field: string;
  readonly left: string | undefined;
}

/** Suggests a correction: an answer to `zoe@gmail.con` would never arrive. */
export function EmailSuggestion({ field, left }: EmailSuggestionProps) {
  const { rules } = useThisForm();
  const { setValue, setFocus } = useFormContext<Typed>();
  const [suggestion, setSuggestion] = useState<{ typed: string; meant: string | undefined }>();
  const typed = useWatch<Typed>({ name: field });

  useEffect(() => {
    if (left === undefined || rules.violated(field, left) !== undefined) return;
    // a large list, loaded only by visitors who fill in the form
    import('./suggestEmail.ts')
      .then(({ suggestEmail }) => setSuggestion({ typed: left, meant: suggestEmail(normalise(left)) }))
      .catch(() => {});
  }, [rules, field, left]);

  const meant = suggestion?.typed === typed ? suggestion?.meant : undefined;
  const [before, after] = contactForm.form.didYouMean;
  const take = (address: string) => {
    setValue(field, address, { shouldDirty: true, shouldValidate: true });
    setFocus(field);
  };
  return (
    <p className="field-suggestion" role="status">
      {meant && (
        <span>
          {before}{' '}
          <button type="button" className="link-button" translate="no" onClick={() => take(meant)}>
            {meant}
          </button>
          {after}
        </span>
      )}
    </p>
  );
}
