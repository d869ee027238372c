import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { contactForm } from '../../content/words/contactForm.ts';
import { useHeld } from '../../lib/press.ts';
import { type ContactMessage, checkField, type FieldName, normalise } from './rules.ts';

interface Suggestion {
  readonly typed: string;
  readonly meant: string;
}

/**
 * Asks whether another address was meant, once the field was left: an answer to `zoe@gmail.con` would
 * never arrive. It refuses nothing.
 * @param props.left what stood in the field when it was left
 */
export function EmailSuggestion({
  field,
  control,
  left,
  onTake,
}: {
  readonly field: FieldName;
  readonly control: Control<ContactMessage>;
  readonly left: string | undefined;
  readonly onTake: (address: string) => void;
}) {
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const typed = useWatch({ control, name: field });

  useEffect(() => {
    if (left === undefined || checkField(field, left) !== undefined) return;
    // a list of some size, for those who fill in the form
    import('./emailSuggestion.ts')
      .then(({ suggestEmail }) => {
        const meant = suggestEmail(normalise(left));
        if (meant !== undefined) setSuggestion({ typed: left, meant });
      })
      // offline, say: it was an offer
      .catch(() => {});
  }, [field, left]);

  const meant = suggestion?.typed === typed ? suggestion?.meant : undefined;
  const shown = useHeld(meant);
  const [before, after] = contactForm.form.didYouMean;
  return (
    <p className="field-suggestion" role="status">
      {shown && (
        <span>
          {before}{' '}
          <button
            type="button"
            className="link-button"
            translate="no"
            onClick={() => onTake(shown)}
          >
            {shown}
          </button>
          {after}
        </span>
      )}
    </p>
  );
}
