import './EnquiryForm.css';
import {
  type FormEvent,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { TextLink } from '../../components/TextLink.tsx';
import { contactUs } from '../../content/contactUs.ts';
import privacyPlace from '../../pages/privacy/place.ts';
import { Advice, AdviceText } from './Advice.tsx';
import { rewriteContactNumber } from './contactNumber.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { EmailSuggestion } from './EmailSuggestion.tsx';
import { Failure, FailureOfForm } from './Failure.tsx';
import { Field } from './Field.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PreviousNotice } from './PreviousNotice.tsx';
import { Prefilled } from './prefill.ts';
import {
  type ContactMessage,
  checkMessage,
  type FieldName,
  fieldNames,
  normaliseMessage,
} from './rules.ts';
import { endpointAddress } from './sendEnquiry.ts';
import { dismissFailure, type Refusals, useSubmission } from './submission.ts';
import { submit } from './submit.ts';
import { useDraft } from './useDraft.ts';
import { useFaultCount } from './useFaultCount.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

const { form: texts } = contactUs;

/**
 * The shared rules, in the shape react-hook-form asks for, over the message as it would be sent: a
 * number that only needs its spaces out is right. What the endpoint refused stays refused until that
 * value changes.
 */
const resolver: Resolver<ContactMessage, Refusals | undefined> = (typed, refused = {}) => {
  const message = normaliseMessage(typed);
  const errors = { ...refusedStill(refused, message), ...checkMessage(message) };
  const entries = Object.entries(errors);
  return entries.length === 0
    ? { values: typed, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          entries.map(([field, message]) => [field, { type: 'rule', message }]),
        ),
      };
};

const refusedStill = (refused: Refusals, message: ContactMessage) =>
  Object.fromEntries(
    Object.entries(refused)
      .filter(([field, { value }]) => message[field as FieldName] === value)
      .map(([field, refusal]) => [field, refusal.message]),
  );

/** Reads the fields anew: what a program has filled in without a word is sent as the visitor sees it. */
function takeOver(
  { elements }: HTMLFormElement,
  { getValues, setValue }: Pick<UseFormReturn<ContactMessage>, 'getValues' | 'setValue'>,
): void {
  for (const name of fieldNames) {
    const { value } = elements.namedItem(name) as HTMLInputElement;
    if (value !== getValues(name)) setValue(name, value, { shouldDirty: true });
  }
}

interface FormProps {
  /** Whether the visitor asked for an empty form: nothing is put back, and the focus is put here. */
  readonly isAfresh: boolean;
  readonly onStartAfresh: () => void;
}

/** The form itself: untouched, filled, invalid, sending, failed. */
export function EnquiryForm({ isAfresh, onStartAfresh }: FormProps) {
  const { failure, pending } = useSubmission();
  const form = useForm<ContactMessage, Refusals | undefined>({
    // no default values: what was typed before this script came stays in the fields, and counts
    mode: 'all',
    resolver,
    context: failure?.refused,
  });
  const { control, register, handleSubmit, formState, setValue, getValues, setFocus, trigger } =
    form;
  const { errors, isSubmitting, isSubmitted } = formState;
  const isSending = isSubmitting && pending > 0;
  const isRestored = useDraft(form, !isAfresh);
  /** The field that is being typed into, until it is left or the form is sent. */
  const [typedInto, setTypedInto] = useState<string>();
  const [emailLeft, setEmailLeft] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const prefill = useContext(Prefilled);

  const faults = useFaultCount(formState, typedInto !== undefined);
  const isNotSent = !isSending && (faults > 0 || failure?.mayHaveArrived === false);
  useTitlePrefix(isNotSent ? contactUs.notSent : undefined);

  useEffect(() => {
    if (isAfresh) setFocus('name');
  }, [isAfresh, setFocus]);

  const refused = failure?.refused;
  useEffect(() => {
    if (refused === undefined) return;
    // where it was refused while its visitor was elsewhere, the focus stays where it is
    trigger(Object.keys(refused) as FieldName[], { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  const rewriteNumber = useCallback(() => {
    const typed = getValues('contactNumber');
    const digits = rewriteContactNumber(typed);
    if (digits !== typed) {
      setValue('contactNumber', digits, { shouldDirty: true, shouldValidate: true });
    }
  }, [getValues, setValue]);

  useEffect(() => {
    // React knows no such event: a browser that fills in the form need not visit its fields
    const form = element.current;
    form?.addEventListener('change', rewriteNumber);
    return () => form?.removeEventListener('change', rewriteNumber);
  }, [rewriteNumber]);

  useLayoutEffect(() => {
    const form = element.current;
    // Firefox remembers what stood in a form that is gone, and would fill it in again
    return () => form?.reset();
  }, []);

  const send = (typed: ContactMessage) =>
    submit(typed, {
      // from the page's start: much may be typed before this script comes
      elapsed: isRestored ? undefined : performance.now(),
      trap: honeypot.current?.value ?? '',
    });

  const logInvalid = (invalid: FieldErrors<ContactMessage>) => {
    // biome-ignore lint/suspicious/noConsole: spec section 4, state 3: the attempt is logged
    console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
    dismissFailure();
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTypedInto(undefined);
    takeOver(event.currentTarget, form);
    // Enter sends without leaving the field
    rewriteNumber();
    handleSubmit(send, logInvalid)(event);
  };

  /** Registers a field under its label; the error shows at the field. */
  const field = (name: FieldName, onBlur?: () => void) => ({
    label: texts.labels[name],
    registration: register(name, onBlur && { onBlur }),
    error: errors[name]?.message,
    isQuiet: typedInto === name,
    ...(prefill && {
      defaultValue: prefill.values[name],
      error: prefill.errors[name],
      invalid: prefill.invalid[name],
    }),
    // what was typed meanwhile would be lost with the form
    isReadOnly: isSending,
  });

  const advice = (name: FieldName) => (id: string) =>
    prefill ? (
      <AdviceText id={id} text={prefill.advice[name]} />
    ) : (
      <Advice
        id={id}
        field={name}
        control={control}
        isShown={errors[name] !== undefined && typedInto !== name}
      />
    );

  return (
    <form
      ref={element}
      id="contact-form"
      className="contact-form"
      // without script the browser sends it, and comes back to it
      method="post"
      action={`${endpointAddress}#contact-form`}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target }) => {
        // what the browser fills in by itself is not typed
        if (target === document.activeElement) setTypedInto((target as HTMLInputElement).name);
      }}
      onBlur={() => setTypedInto(undefined)}
    >
      {prefill && <Failure text={prefill.failure} message={prefill.values} isKept={false} />}
      <PreviousNotice />
      {isRestored && <DraftNotice isSubmitted={isSubmitted} onClear={onStartAfresh} />}
      <div className="contact-form-fields">
        <Field {...field('name')} autoComplete="given-name" help={advice('name')} />
        <Field {...field('surname')} autoComplete="family-name" help={advice('surname')} />
        <Field
          {...field('email', () => setEmailLeft(getValues('email')))}
          type="email"
          autoComplete="email"
          help={(id) => (
            <>
              {advice('email')(id)}
              <EmailSuggestion
                control={control}
                left={emailLeft}
                onTake={(address) => {
                  setValue('email', address, { shouldDirty: true, shouldValidate: true });
                  setFocus('email');
                }}
              />
            </>
          )}
        />
        <Field
          {...field('contactNumber', rewriteNumber)}
          type="tel"
          autoComplete="tel"
          hint={texts.contactNumberHint}
          help={advice('contactNumber')}
        />
        <Field {...field('subject')} />
        <Field {...field('message')} isMultiline />
      </div>
      <Honeypot ref={honeypot} />
      <p className="contact-form-privacy">
        <TextLink to={privacyPlace}>{texts.privacy}</TextLink>
      </p>
      <OfflineNotice />
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          {isSending ? contactUs.sending : texts.submit}
        </button>
        {/* nobody is told that a button has another name */}
        <span role="status" className="visually-hidden">
          {isSending && contactUs.sending}
        </span>
      </p>
      <p className="contact-form-faults warning" role="status">
        {faults > 0 && contactUs.toCorrect(faults)}
      </p>
      <div role="alert">
        {failure && !isSending && (
          <FailureOfForm
            failure={failure}
            control={control}
            // faults of fields are shown at the field, which has the focus
            isBroughtIntoSight={isSubmitted && refused === undefined}
          />
        )}
      </div>
    </form>
  );
}

/** A field that people neither see nor reach; what fills in every field fills in this one. */
function Honeypot({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>{texts.trap}</label>
      <input ref={ref} id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
