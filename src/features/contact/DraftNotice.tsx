import { useEffect, useState } from 'react';
import { contactForm } from '../../content/contactForm.ts';
import { useHeld, usePressed } from '../../lib/press.ts';
import { fateOfDraft } from './drafts.ts';
import { useSubmission } from './submission.ts';

const { draft: texts } = contactForm;

/** Says that the form holds what was typed earlier, and what became of it. */
export function DraftNotice({
  isSubmitted,
  onClear,
}: {
  /** Whether it was sent again from here: what became of that is said elsewhere. */
  readonly isSubmitted: boolean;
  readonly onClear: () => void;
}) {
  const { pending } = useSubmission();
  const [fate, setFate] = useState(fateOfDraft);
  useEffect(() => {
    if (pending === 0) setFate(fateOfDraft());
  }, [pending]);
  const isPressed = usePressed();
  const said = pending > 0 ? texts.onItsWay : texts[fate];
  const text = useHeld(isSubmitted ? texts.restored : `${texts.restored} ${said}`, isPressed);
  return (
    <p className="contact-form-draft">
      {text}{' '}
      <button type="button" className="link-button" onClick={onClear}>
        {texts.clear}
      </button>
    </p>
  );
}
