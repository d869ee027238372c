import { useEffect, useState } from 'react';
import { Words } from '../../components/Words.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import { useHeld } from '../../lib/press.ts';
import { fateOfDraft } from './drafts.ts';
import { useSubmission } from './submission.ts';

const { draft: texts } = contactForm;

/** Says that the form holds what was typed earlier, and what became of it. */
export function DraftNotice({
  isRestored,
  isSubmitted,
  onClear,
}: {
  /** Whether there was something to put back: the notice is there before, so that its coming is heard. */
  readonly isRestored: boolean;
  /** Whether it was sent again from here: what became of that is said elsewhere. */
  readonly isSubmitted: boolean;
  readonly onClear: () => void;
}) {
  return (
    <div className="contact-form-draft">
      <p role="status">{isRestored && <Fate isSubmitted={isSubmitted} />}</p>
      {isRestored && (
        <button type="button" className="link-button" onClick={onClear}>
          {texts.clear}
        </button>
      )}
    </div>
  );
}

function Fate({ isSubmitted }: { readonly isSubmitted: boolean }) {
  const { pending } = useSubmission();
  const [fate, setFate] = useState(fateOfDraft);
  useEffect(() => {
    if (pending === 0) setFate(fateOfDraft());
  }, [pending]);
  const said = pending > 0 ? texts.onItsWay : texts[fate];
  return <Words>{useHeld(isSubmitted ? texts.restored : `${texts.restored} ${said}`)}</Words>;
}
