import { Reference } from '../../components/Reference.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import { useSubmission } from './submission.ts';

/** Says over a form what was sent before, to whoever asked for another or changed it meanwhile. */
export function PreviousNotice() {
  const { previous } = useSubmission();
  return (
    previous !== null && (
      <p className="contact-form-previous">
        {contactForm.previous}
        {previous && <Reference>{previous}</Reference>}
      </p>
    )
  );
}
