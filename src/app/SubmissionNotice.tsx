import './SubmissionNotice.css';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Reference } from '../components/Reference.tsx';
import { Words } from '../components/Words.tsx';
import { frame } from '../content/words/frame.ts';
import { type Notice, type Submission, useSubmissionOf } from '../features/form/state/submission.ts';
import { submissions } from '../submissions.ts';

const { notice: texts } = frame;

export function SubmissionNotice() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => leaveRoom(entry?.contentRect.height ?? 0));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className="submission-notice" role="status">
      {submissions.map((submission) => (
        <NoticeOfForm key={submission.place.form} submission={submission} />
      ))}
    </div>
  );
}

/** A style sheet with :has() on the root would restyle the whole page at each change of the title. */
function leaveRoom(height: number): void {
  const { style } = document.documentElement;
  if (height > 0) style.setProperty('--covered', `${height}px`);
  else style.removeProperty('--covered');
}

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
