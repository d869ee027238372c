import './SubmissionNotice.css';
import { Link, useLocation } from 'react-router-dom';
import { frame } from '../content/words/frame.ts';
import { dismissNotice, type Notice, useSubmission } from '../features/contact/submission.ts';
import { useHeld } from '../lib/press.ts';
import contactPlace from '../pages/contact-us/place.ts';

const { notice: texts } = frame;

/** Says what became of a message to a visitor who has left its form. */
export function SubmissionNotice() {
  const notice = useHeld(useSubmission().notice);
  return (
    <div className="submission-notice" role="status">
      {notice && <NoticeBox notice={notice} />}
    </div>
  );
}

/** For the page of states, too. */
export function NoticeBox({ notice }: { readonly notice: Notice }) {
  const isAtForm = useLocation().pathname === contactPlace.path;
  return (
    <div className="submission-notice-box" data-kind={notice.kind}>
      {'reference' in notice ? (
        <p>
          {texts[notice.kind]}
          {notice.reference && (
            <>
              {' '}
              {texts.reference} <b className="reference">{notice.reference}</b>.
            </>
          )}
        </p>
      ) : (
        <p className="warning">{texts[notice.kind]}</p>
      )}
      {!isAtForm && (
        <Link to={contactPlace.path}>{notice.kind === 'sent' ? texts.next : texts.back}</Link>
      )}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          dismissNotice();
          // it would be nowhere
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        {texts.close}
      </button>
    </div>
  );
}
