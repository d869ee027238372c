import { Words } from '../../components/Words.tsx';
import { contactForm } from '../../content/words/contactForm.ts';
import { useHeld } from '../../lib/press.ts';
import { useOnline } from '../../lib/useOnline.ts';
import { canKeepDrafts } from './drafts.ts';

const { offline } = contactForm;

/** Says that there is no connection, and what that means for what is typed. */
export function OfflineNotice() {
  const isOnline = useHeld(useOnline());
  return (
    <p className="contact-form-offline" role="status">
      {!isOnline && <Words>{canKeepDrafts() ? offline.kept : offline.notKept}</Words>}
    </p>
  );
}
