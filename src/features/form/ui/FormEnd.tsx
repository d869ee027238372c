import { TextLink } from '../../../components/TextLink.tsx';
import { Words } from '../../../components/Words.tsx';
import { formWords } from '../../../content/words/form.ts';
import privacyPlace from '../../../pages/privacy/place.ts';
import { useFields, useSubmission, useThisForm } from '../state/context.ts';
import { Failure } from './Failure.tsx';
import { OfflineNotice } from './FormNotices.tsx';

const { form: texts, sending } = formWords;

interface FormEndProps {
  readonly isSending: boolean;
  readonly toFix: string;
  /** For screen readers. */
  readonly announcement: string | undefined;
}

export function FormEnd({ isSending, toFix, announcement }: FormEndProps) {
  const { words } = useThisForm();
  const { failure } = useSubmission();
  const { isSubmitted } = useFields().formState;
  // screen readers do not announce that a button's name changed
  const announced = isSending ? sending : announcement;
  return (
    <>
      <p className="enquiry-form-privacy">
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
      {/* no live region: it would be read again after each correction */}
      <p className="enquiry-form-faults warning">
        {/* the failure names the refused fields */}
        {toFix && !failure?.refused && <Words>{toFix}</Words>}
      </p>
      {failure && !isSending && (
        // otherwise the first invalid field gets the focus
        <Failure failure={failure} isBroughtIntoSight={isSubmitted && failure.refused === undefined} />
      )}
    </>
  );
}
