import { useSyncExternalStore } from 'react';
import { Reference } from '../../../components/Reference.tsx';
import { Words } from '../../../components/Words.tsx';
import { formWords } from '../../../content/words/form.ts';
import { useOnline } from '../../../lib/useOnline.ts';
import { useFields, useSubmission, useThisForm, useTyped } from '../state/context.ts';
import { canKeepDrafts } from '../state/drafts.ts';
import type { DraftState } from '../state/useDraft.ts';

const { draft: texts, offline } = formWords;

/** Shows the previous message's reference to a visitor who writes another one. */
export function PreviousNotice() {
  const { previous, notice } = useSubmission();
  // the notice of the page has the same reference
  const isSaid = notice !== undefined && 'reference' in notice && notice.reference === previous;
  return (
    previous !== null &&
    !isSaid && (
      <p className="enquiry-form-previous">
        {formWords.previous}
        {previous && <Reference>{previous}</Reference>}
      </p>
    )
  );
}

interface DraftNoticeProps {
  /** If undefined, the notice is rendered empty, so that screen readers announce its text later. */
  readonly state: DraftState;
  readonly onClear: () => void;
  readonly onUndo: () => void;
}

export function DraftNotice({ state, onClear, onUndo }: DraftNoticeProps) {
  const isCleared = state === 'cleared';
  return (
    <div
      className="enquiry-form-draft"
      // the longest text: its room keeps the form in place (EnquiryForm.css)
      data-room={isCleared ? undefined : `${texts.restored} ${texts.mayHaveArrived}`}
    >
      <p role="status">
        {state === 'restored' && <Fate />}
        {/* stays, or the field would move while the visitor types into it */}
        {isCleared && <Words>{texts.cleared}</Words>}
      </p>
      {isCleared && <Undo onUndo={onUndo} />}
      {state === 'restored' && (
        <button type="button" className="link-button" onClick={onClear}>
          {texts.clear}
        </button>
      )}
    </div>
  );
}

/** While the form is empty. Only this part of the notice follows each key. */
function Undo({ onUndo }: Pick<DraftNoticeProps, 'onUndo'>) {
  const isEmpty = Object.values(useTyped()).every((text) => text === '');
  return (
    isEmpty && (
      <button type="button" className="link-button" onClick={onUndo}>
        {texts.undo}
      </button>
    )
  );
}

function Fate() {
  const { drafts } = useThisForm();
  const { isSubmitted } = useFields().formState;
  const { pending, failure } = useSubmission();
  const fate = useSyncExternalStore(drafts.subscribe, drafts.fate);
  const said = pending > 0 ? texts.onItsWay : texts[fate];
  // the button or the failure says it, too
  const isSaid = failure !== undefined || (isSubmitted && pending > 0);
  return <Words>{isSaid ? texts.restored : `${texts.restored} ${said}`}</Words>;
}

export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <p className="enquiry-form-offline" role="status">
      {!isOnline && <Words>{canKeepDrafts() ? offline.kept : offline.notKept}</Words>}
    </p>
  );
}
