import { useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { Words } from '../../../components/Words.tsx';
import { formWords } from '../../../content/words/form.ts';
import { useOnline } from '../../../lib/useOnline.ts';
import type { Failed } from '../api/sendEnquiry.ts';
import { useThisForm, useTyped } from '../state/context.ts';
import { FilledIn } from './filledIn.ts';
import { OtherWays } from './OtherWays.tsx';

const { failure: texts } = formWords;

interface FailureProps {
  readonly failure: Failed;
  readonly isBroughtIntoSight?: boolean;
}

export function Failure({ failure, isBroughtIntoSight = false }: FailureProps) {
  const { text, isOffline, mayHaveArrived } = failure;
  const fillIn = useContext(FilledIn);
  const { drafts } = useThisForm();
  const fate = useSyncExternalStore(drafts.subscribe, drafts.fate, () => undefined);
  const typed = useTyped();
  const isOnline = useOnline();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBroughtIntoSight) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isBroughtIntoSight]);
  const unknown = fate === 'mayHaveArrived' ? texts.mayHaveArrived : texts.mayHaveArrivedBefore;
  const notSent = fillIn ? texts.alternatives : `${texts.kept} ${texts.alternatives}`;
  return (
    // the whole box is announced, or a blind visitor would not hear whether sending again is safe
    <div ref={box} className="enquiry-form-failure" role="alert">
      <p className="warning">
        <strong>
          <Words>{isOffline && isOnline ? texts.backOnline : text}</Words>
        </strong>
      </p>
      <p>
        <Words>{mayHaveArrived ? unknown : notSent}</Words>
      </p>
      <OtherWays message={typed} />
    </div>
  );
}
