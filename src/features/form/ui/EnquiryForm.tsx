import './EnquiryForm.css';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type FormState, useForm } from 'react-hook-form';
import { formWords } from '../../../content/words/form.ts';
import { whenIdle } from '../../../lib/whenIdle.ts';
import type { Rules, Typed } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';
import { FieldsContext, useSubmission, useThisForm } from '../state/context.ts';
import { type Start, useDraft } from '../state/useDraft.ts';
import { useSending } from '../state/useSending.ts';
import { blurAfterPress } from './blurAfterPress.ts';
import { Failure } from './Failure.tsx';
import { Field } from './Field.tsx';
import { FormEnd } from './FormEnd.tsx';
import { DraftNotice, PreviousNotice } from './FormNotices.tsx';
import { FilledIn } from './filledIn.ts';
import { useAnnouncement } from './useAnnouncement.ts';
import { useTakeOver } from './useTakeOver.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

interface FormProps {
  readonly start: Start;
  readonly onStartAfresh: () => void;
  /** Brings a cleared text back. */
  readonly onUndo: () => void;
}

export function EnquiryForm({ start, onStartAfresh, onUndo }: FormProps) {
  const { address, resolver, rules } = useThisForm();
  const { failure } = useSubmission();
  const form = useForm<Typed, Refusals | undefined>({
    // default values would overwrite text typed before the script ran
    mode: 'all',
    resolver,
    context: failure?.refused,
  });
  const { formState, setFocus } = form;
  /** While the visitor types, the letter is painted before its error. */
  const errorsAfterPaint = useDeferredValue(formState.errors);
  const draft = useDraft(form, start);
  const { isSending, send } = useSending(form, failure?.refused);
  const { element, takeOver, takeOverAll } = useTakeOver(form);
  useEffect(blurAfterPress, []);
  useEffect(() => whenIdle(rules.prepare), [rules]);
  /** The field that the visitor is typing into. */
  const [typedInto, setTypedInto] = useState<string>();
  const honeypot = useRef<HTMLInputElement>(null);
  const fillIn = useContext(FilledIn);

  const toFix = useFieldsToFix(formState, typedInto !== undefined);
  const { announcement, noteSending, noteTyping, noteLeaving } = useAnnouncement(form, failure?.refused ? '' : toFix);
  const outcome = failure?.mayHaveArrived ? formWords.notConfirmed : formWords.notSent;
  const hasFailed = !isSending && (toFix !== '' || failure !== undefined);
  useTitlePrefix(hasFailed ? outcome : undefined);

  useEffect(() => {
    const [first = ''] = rules.fieldNames;
    // setFocus knows no field after a reset
    const control = element.current?.elements.namedItem(first);
    if (start !== 'opened' && control instanceof HTMLElement) control.focus();
  }, [start, rules, element]);

  const onSubmit = (event: FormEvent) => {
    setTypedInto(undefined);
    noteSending();
    // Enter submits without leaving the field
    takeOverAll();
    send(event, () => ({
      elapsed: draft === 'restored' ? undefined : performance.now(),
      honeypot: honeypot.current?.value ?? '',
    }));
  };

  return (
    <FieldsContext value={form}>
      <form
        ref={element}
        id="enquiry-form"
        className="enquiry-form"
        // without script, the browser posts the form, and the endpoint answers with a page
        method="post"
        action={`${address}#enquiry-form`}
        noValidate
        onSubmit={onSubmit}
        onKeyDown={(event) => {
          const next = fieldAfter(event, rules);
          if (next === undefined) return;
          event.preventDefault();
          setFocus(next);
        }}
        // before react-hook-form finds an error
        onInputCapture={({ target }) => {
          noteTyping(target as Element);
          // ignores autofill of other fields
          if (target === document.activeElement) setTypedInto((target as HTMLInputElement).name);
        }}
        onBlur={(event) => {
          // the visitor may type into the next field already (blurAfterPress.ts)
          setTypedInto((name) => (name === event.target.name ? undefined : name));
          takeOver(event.target);
          noteLeaving(event);
        }}
      >
        {fillIn && <Failure failure={{ text: fillIn('failure'), mayHaveArrived: false }} />}
        <PreviousNotice />
        <DraftNotice state={draft} onClear={onStartAfresh} onUndo={onUndo} />
        <div className="enquiry-form-fields">
          {rules.fieldNames.map((name) => (
            <Field
              key={name}
              name={name}
              found={(typedInto === name ? errorsAfterPaint : formState.errors)[name]?.message}
              isTouched={formState.touchedFields[name] === true}
              isQuiet={typedInto === name}
              isReadOnly={isSending}
            />
          ))}
        </div>
        <Honeypot ref={honeypot} />
        <FormEnd isSending={isSending} toFix={toFix} announcement={announcement} />
      </form>
    </FieldsContext>
  );
}

/** Enter on a touch keyboard goes to the next field, as its key says (enterKeyHint). */
function fieldAfter({ key, target, nativeEvent }: KeyboardEvent, rules: Rules) {
  const isTouch = key === 'Enter' && matchMedia('(pointer: coarse)').matches;
  if (!isTouch || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const position = rules.fieldNames.indexOf(target.name);
  return position < 0 ? undefined : rules.fieldNames[position + 1];
}

/** A hidden field. Only spam programs fill it in. */
function Honeypot({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>{formWords.form.honeypot}</label>
      <input ref={ref} id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** The sentence that names them, after an attempt to send. No field is added while the visitor types. */
function useFieldsToFix({ errors, isSubmitted }: FormState<Typed>, isTyping: boolean): string {
  const { rules } = useThisForm();
  const [shown, setShown] = useState<readonly string[]>([]);
  const wrong = rules.fieldNames.filter((name) => isSubmitted && errors[name]);
  const fields = isTyping ? wrong.filter((name) => shown.includes(name)) : wrong;
  if (shown.join() !== fields.join()) setShown(fields);
  return fields.length === 0 ? '' : formWords.toCorrect(fields.map((name) => rules.entryOf(name).label));
}
