import './SubmissionNotice.css';
import { Link, useLocation } from 'react-router-dom';
import { Reference } from '../components/Reference.tsx';
import { Words } from '../components/Words.tsx';
import { frame } from '../content/words/frame.ts';
import { type Notice, type Submission, useSubmissionOf } from '../features/form/state/submission.ts';
import { submissions } from '../submissions.ts';

const { notice: texts } = frame;

export const SubmissionNotice = () => (
  <div className="submission-notice" role="status">
    {submissions.map((submission) => (
      <NoticeOfForm key={submission.place.form} submission={submission} />
    ))}
  </div>
);

function NoticeOfForm({ submission }: { readonly submission: Submission }) {
  const { notice } = useSubmissionOf(submission);
  return notice && <NoticeBox notice={notice} {...submission} />;
}

type NoticeBoxProps = { readonly notice: Notice } & Pick<Submission, 'place' | 'dismissNotice'>;

function NoticeBox({ notice, place: { path, label }, dismissNotice }: NoticeBoxProps) {
  const isAtForm = useLocation().pathname === path;
  const isConfirmed = 'reference' in notice;
  const form = submissions.length > 1 ? `${label}: ` : '';
  return (
    <div className={`submission-notice-box${isConfirmed ? '' : ' submission-notice-failed'}`}>
      <p className={isConfirmed ? undefined : 'warning'}>
        <Words>{form + texts[notice.kind]}</Words>
        {isConfirmed && notice.reference && <Reference>{notice.reference}</Reference>}
      </p>
      {!isAtForm && (
        <Link to={path}>
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
