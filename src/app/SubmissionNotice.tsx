import './SubmissionNotice.css';
import { Link, useLocation } from 'react-router-dom';
import { Reference } from '../components/Reference.tsx';
import { Words } from '../components/Words.tsx';
import { frame } from '../content/words/frame.ts';
import { dismissNotice, type Notice, useSubmission } from '../features/contact/state/submission.ts';
import contactPlace from '../pages/contact-us/place.ts';

const { notice: texts } = frame;

export function SubmissionNotice() {
  const { notice } = useSubmission();
  return (
    <div className="submission-notice" role="status">
      {notice && <NoticeBox notice={notice} />}
    </div>
  );
}

export function NoticeBox({ notice }: { readonly notice: Notice }) {
  const isAtForm = useLocation().pathname === contactPlace.path;
  return (
    <div className="submission-notice-box">
      <p className={'reference' in notice ? undefined : 'warning'}>
        <Words>{texts[notice.kind]}</Words>
        {'reference' in notice && notice.reference && <Reference>{notice.reference}</Reference>}
      </p>
      {!isAtForm && (
        <Link to={contactPlace.path}>
          <Words>{notice.kind === 'sent' ? texts.next : texts.back}</Words>
        </Link>
      )}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          dismissNotice();
          // the button with the focus is removed
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        {texts.close}
      </button>
    </div>
  );
}
