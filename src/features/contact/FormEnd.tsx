import type { Control } from 'react-hook-form';
import { TextLink } from '../../components/TextLink.tsx';
import { Words } from '../../components/Words.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import privacyPlace from '../../pages/privacy/place.ts';
import { FailureOfForm } from './Failure.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import type { ContactMessage } from './rules.ts';
import type { Failed } from './submission.ts';

const { form: texts, sending, toCorrect } = contactForm;

/** What stands under the fields: Send, and what became of sending. */
export function FormEnd({
  control,
  isSubmitted,
  isSending,
  faults,
  failure,
}: {
  readonly control: Control<ContactMessage>;
  readonly isSubmitted: boolean;
  readonly isSending: boolean;
  /** How many fields are at fault. */
  readonly faults: number;
  readonly failure: Failed | undefined;
}) {
  return (
    <>
      <p className="contact-form-privacy">
        <TextLink to={privacyPlace}>{texts.privacy}</TextLink>
      </p>
      <OfflineNotice />
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          <Words>{isSending ? sending : texts.submit}</Words>
        </button>
        {/* nobody is told that a button has another name */}
        <span role="status" className="visually-hidden">
          {isSending && <Words>{sending}</Words>}
        </span>
      </p>
      <p className="contact-form-faults warning" role="status">
        {faults > 0 && <Words>{toCorrect(faults)}</Words>}
      </p>
      {failure && !isSending && (
        <FailureOfForm
          failure={failure}
          control={control}
          // faults of fields are shown at the field, which has the focus
          isBroughtIntoSight={isSubmitted && failure.refused === undefined}
        />
      )}
    </>
  );
}
