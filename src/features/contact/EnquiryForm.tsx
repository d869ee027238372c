import './EnquiryForm.css';
import { type Ref, useCallback, useContext, useEffect, useId, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { TextLink } from '../../components/TextLink.tsx';
import { contactUs } from '../../content/contactUs.ts';
import { useOnline } from '../../lib/useOnline.ts';
import { routes } from '../../routes.ts';
import { rewriteContactNumber } from './contactNumber.ts';
import { type Attempt, attemptFor, clearDraft, loadDraft, saveDraft } from './draft.ts';
import { Failure } from './Failure.tsx';
import { Field } from './Field.tsx';
import { Prefilled } from './prefill.ts';
import { keepReceipt } from './receipt.ts';
import {
  type ContactMessage,
  checkMessage,
  type FieldName,
  fieldNames,
  normalise,
  normaliseMessage,
} from './rules.ts';
import { endpointAddress, type Failed, sendEnquiry } from './sendEnquiry.ts';

const { form: texts } = contactUs;

/** What the endpoint found wrong, with the value it was about. */
type Refusals = Map<FieldName, { readonly value: string; readonly message: string }>;

/**
 * The shared rules, in the shape react-hook-form asks for. What the endpoint refused stays
 * refused until that value changes.
 */
const resolver: Resolver<ContactMessage, Refusals> = (values, refusals) => {
  const errors = checkMessage(values);
  for (const [field, { value, message }] of refusals ?? []) {
    if (normalise(values[field]) === value) errors[field] ??= message;
  }
  const entries = Object.entries(errors);
  return entries.length === 0
    ? { values, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          entries.map(([field, message]) => [field, { type: 'rule', message }]),
        ),
      };
};

interface FormProps {
  readonly failure: Failed | undefined;
  readonly onOutcome: (failure: Failed | undefined) => void;
  readonly onStartAfresh: () => void;
  /** Whether the first field takes the focus, for a visitor who asked for an empty form. */
  readonly takesFocus: boolean;
}

/** The form itself: untouched, filled, invalid, sending, failed. */
export function EnquiryForm({ failure, onOutcome, onStartAfresh, takesFocus }: FormProps) {
  const [refusals] = useState<Refusals>(() => new Map());
  const isSending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const {
    register,
    handleSubmit,
    formState,
    setValue,
    getValues,
    setFocus,
    reset,
    subscribe,
    trigger,
  } = useForm<ContactMessage, Refusals>({
    // no default values: what was typed before this script came stays in the fields, and counts
    mode: 'all',
    resolver,
    context: refusals,
  });
  const { errors, isSubmitting } = formState;
  /** Says that a draft was put back, where one was. */
  const [restored, setRestored] = useState<string>();
  const attempt = useRef<Attempt>(undefined);
  const trap = useRef<HTMLInputElement>(null);
  const prefill = useContext(Prefilled);
  const isOnline = useOnline();
  const appearedAt = useRef(0);

  useEffect(() => {
    appearedAt.current = performance.now();
    const typed = Object.entries(getValues()).filter(([, value]) => value !== '');
    const draft = loadDraft();
    if (draft !== undefined) {
      reset({ ...draft.values, ...Object.fromEntries(typed) }, { keepDefaultValues: true });
      attempt.current = draft.attempt;
      const wasTried =
        draft.attempt &&
        attemptFor(normaliseMessage(draft.values), draft.attempt) === draft.attempt;
      setRestored(wasTried ? contactUs.draft.tried : contactUs.draft.restored);
    }
    if (typed.length > 0) saveDraft(getValues(), attempt.current);
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values, attempt.current),
    });
  }, [getValues, reset, subscribe]);

  useEffect(() => {
    if (takesFocus) setFocus('name');
  }, [takesFocus, setFocus]);

  const rewriteNumber = useCallback(() => {
    const typed = getValues('contactNumber');
    const digits = rewriteContactNumber(typed);
    if (digits !== typed) {
      setValue('contactNumber', digits, { shouldDirty: true, shouldValidate: true });
    }
  }, [getValues, setValue]);

  useEffect(() => {
    // React knows no such event: a browser that fills in the form need not visit its fields
    const element = form.current;
    element?.addEventListener('change', rewriteNumber);
    return () => element?.removeEventListener('change', rewriteNumber);
  }, [rewriteNumber]);

  const send = async (typed: ContactMessage) => {
    onOutcome(undefined);
    const message = normaliseMessage(typed);
    attempt.current = attemptFor(message, attempt.current);
    saveDraft(typed, attempt.current);
    const result = await sendEnquiry(message, attempt.current.key, {
      elapsed: restored ? undefined : performance.now() - appearedAt.current,
      trap: trap.current?.value ?? '',
    });
    if (result.kind === 'sent') {
      clearDraft(attempt.current);
      // Firefox remembers what stood in a form that is gone, and would fill it in again
      form.current?.reset();
      keepReceipt(result.reference);
      return;
    }
    if (result.kind === 'invalid') {
      for (const field of fieldNames) {
        const text = result.errors[field];
        if (text !== undefined) refusals.set(field, { value: message[field], message: text });
      }
      await trigger([...refusals.keys()], { shouldFocus: true });
    }
    onOutcome(result);
  };

  const logInvalid = (invalid: FieldErrors<ContactMessage>) => {
    // biome-ignore lint/suspicious/noConsole: spec section 4, state 3: the attempt is logged
    console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
    onOutcome(undefined);
  };

  /** Registers a field under its label; the error shows at the field. */
  const field = (name: keyof ContactMessage, onBlur?: () => void) => ({
    label: texts.labels[name],
    registration: register(name, onBlur && { onBlur }),
    error: errors[name]?.message,
    ...(prefill && {
      defaultValue: prefill.values[name],
      error: prefill.errors[name],
      invalid: prefill.invalid[name],
    }),
    // what was typed meanwhile would be lost with the form
    isReadOnly: isSubmitting,
  });

  return (
    <form
      ref={form}
      id="contact-form"
      className="contact-form"
      // without script the browser sends it, and comes back to it
      method="post"
      action={`${endpointAddress}#contact-form`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // not isSubmitting, which is news only after the next rendering
        if (isSending.current) return;
        isSending.current = true;
        // Enter sends without leaving the field
        rewriteNumber();
        handleSubmit(
          send,
          logInvalid,
        )(event).finally(() => {
          isSending.current = false;
        });
      }}
    >
      {prefill && <Failure text={prefill.failure} message={prefill.values} isKept={false} />}
      {restored && (
        <p className="contact-form-draft">
          {restored}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              clearDraft();
              onStartAfresh();
            }}
          >
            {contactUs.draft.clear}
          </button>
        </p>
      )}
      <div className="contact-form-fields">
        <Field {...field('name')} autoComplete="given-name" />
        <Field {...field('surname')} autoComplete="family-name" />
        <Field {...field('email')} type="email" autoComplete="email" />
        <Field
          {...field('contactNumber', rewriteNumber)}
          type="tel"
          autoComplete="tel"
          hint={texts.contactNumberHint}
        />
        <Field {...field('subject')} />
        <Field {...field('message')} isMultiline />
      </div>
      <Trap ref={trap} />
      <p className="contact-form-privacy">
        <TextLink to={routes.privacy}>{texts.privacy}</TextLink>
      </p>
      <p className="contact-form-offline" role="status">
        {!isOnline && contactUs.offline}
      </p>
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSubmitting}>
          {isSubmitting ? contactUs.sending : texts.submit}
        </button>
        {/* nobody is told that a button has another name */}
        <span role="status" className="visually-hidden">
          {isSubmitting && contactUs.sending}
        </span>
      </p>
      <div role="alert">
        {failure && !isSubmitting && (
          <Failure
            text={failure.kind === 'failed' ? failure.text : contactUs.failure.invalid}
            message={getValues()}
            // faults of fields are shown at the field, which has the focus
            isBroughtIntoSight={failure.kind === 'failed'}
          />
        )}
      </div>
    </form>
  );
}

/** A field that people neither see nor reach; what fills in every field fills in this one. */
function Trap({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>{texts.trap}</label>
      <input ref={ref} id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
