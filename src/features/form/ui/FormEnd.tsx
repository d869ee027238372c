import type { Control } from 'react-hook-form';
import { TextLink } from '../../../components/TextLink.tsx';
import { Words } from '../../../components/Words.tsx';
import { contactForm } from '../../../content/words/contactForm.ts';
import privacyPlace from '../../../pages/privacy/place.ts';
import type { Typed } from '../api/rules.ts';
import type { Failed } from '../api/sendEnquiry.ts';
import { useThisForm } from '../state/context.ts';
import { FailureOfForm } from './Failure.tsx';
import { OfflineNotice } from './FormNotices.tsx';

const { form: texts, sending } = contactForm;

interface FormEndProps {
  readonly control: Control<Typed>;
  readonly isSubmitted: boolean;
  readonly isSending: boolean;
  readonly toFix: string;
  readonly errorOnLeaving: string | undefined;
  readonly failure: Failed | undefined;
}

export function FormEnd({ control, isSubmitted, isSending, toFix, errorOnLeaving, failure }: FormEndProps) {
  const { words } = useThisForm();
  // screen readers do not announce that a button's name changed
  const announced = isSending ? sending : errorOnLeaving;
  return (
    <>
      <p className="contact-form-privacy">
        <TextLink to={privacyPlace}>{texts.privacy}</TextLink>
      </p>
      {/* that failure says it too */}
      {!failure?.isOffline && <OfflineNotice />}
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          <Words>{isSending ? sending : (words.submit ?? texts.submit)}</Words>
        </button>
        <span role="status" className="visually-hidden">
          {announced && <Words>{announced}</Words>}
        </span>
      </p>
      <p className="contact-form-faults warning" role="status">
        {toFix && <Words>{toFix}</Words>}
      </p>
      {failure && !isSending && (
        <FailureOfForm
          failure={failure}
          control={control}
          // otherwise the first invalid field gets the focus
          isBroughtIntoSight={isSubmitted && failure.refused === undefined}
        />
      )}
    </>
  );
}
