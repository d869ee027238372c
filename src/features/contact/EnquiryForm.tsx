import './EnquiryForm.css';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { type FieldErrors as FormErrors, type Resolver, useForm } from 'react-hook-form';
import { TextLink } from '../../components/TextLink.tsx';
import { contactUs } from '../../content/contactUs.ts';
import { routes } from '../../routes.ts';
import { rewriteContactNumber } from './contactNumber.ts';
import { type Attempt, attemptFor, clearDraft, loadDraft, saveDraft } from './draft.ts';
import { Failure } from './Failure.tsx';
import { Field } from './Field.tsx';
import {
  type ContactMessage,
  checkMessage,
  type FieldErrors,
  fieldNames,
  normaliseMessage,
} from './rules.ts';
import { type Outcome, sendEnquiry } from './sendEnquiry.ts';

const empty: ContactMessage = {
  name: '',
  surname: '',
  email: '',
  contactNumber: '',
  subject: '',
  message: '',
};

const { form: texts } = contactUs;

/** The shared rules, in the shape react-hook-form asks for. */
const resolver: Resolver<ContactMessage> = (values) => {
  const errors = checkMessage(values);
  const fields = fieldNames.filter((field) => errors[field] !== undefined);
  return fields.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: toFormErrors(fields, errors) };
};

const toFormErrors = (
  fields: readonly (keyof ContactMessage)[],
  errors: FieldErrors,
): FormErrors<ContactMessage> =>
  Object.fromEntries(
    fields.map((field) => [field, { type: 'rule', message: errors[field] ?? '' }]),
  );

interface FormProps {
  readonly failure: Exclude<Outcome, { kind: 'sent' }> | undefined;
  readonly onOutcome: (outcome: Outcome | undefined) => void;
  readonly onStartAfresh: () => void;
  /** Whether the first field takes the focus, for a visitor who asked for an empty form. */
  readonly takesFocus: boolean;
}

/** The form itself: untouched, filled, invalid, sending, failed. */
export function EnquiryForm({ failure, onOutcome, onStartAfresh, takesFocus }: FormProps) {
  const {
    register,
    handleSubmit,
    formState,
    setValue,
    getValues,
    setError,
    setFocus,
    reset,
    subscribe,
  } = useForm<ContactMessage>({ defaultValues: empty, mode: 'all', resolver });
  const { errors, isSubmitting } = formState;
  const [isRestored, setIsRestored] = useState(false);
  const attempt = useRef<Attempt>(undefined);
  const trap = useRef<HTMLInputElement>(null);
  const appearedAt = useRef(0);

  useEffect(() => {
    appearedAt.current = performance.now();
    const draft = loadDraft();
    if (draft !== undefined) {
      reset(draft.values, { keepDefaultValues: true });
      attempt.current = draft.attempt;
      setIsRestored(true);
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values, attempt.current),
    });
  }, [reset, subscribe]);

  useEffect(() => {
    if (takesFocus) setFocus('name');
  }, [takesFocus, setFocus]);

  const rewriteNumber = () => {
    const typed = getValues('contactNumber');
    const digits = rewriteContactNumber(typed);
    if (digits !== typed) {
      setValue('contactNumber', digits, { shouldDirty: true, shouldValidate: true });
    }
  };

  const send = async (typed: ContactMessage) => {
    onOutcome(undefined);
    const message = normaliseMessage(typed);
    attempt.current = attemptFor(message, attempt.current);
    saveDraft(typed, attempt.current);
    const result = await sendEnquiry(message, attempt.current.key, {
      elapsed: performance.now() - appearedAt.current,
      trap: trap.current?.value ?? '',
    });
    if (result.kind === 'sent') clearDraft();
    if (result.kind === 'invalid') {
      const atFault = fieldNames.filter((field) => result.errors[field] !== undefined);
      for (const field of atFault) {
        setError(field, { type: 'server', message: result.errors[field] ?? '' });
      }
      if (atFault[0]) setFocus(atFault[0]);
    }
    onOutcome(result);
  };

  const logInvalid = (invalid: FormErrors<ContactMessage>) => {
    // biome-ignore lint/suspicious/noConsole: spec section 4, state 3: the attempt is logged
    console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
    onOutcome(undefined);
  };

  /** Registers a field under its label; the error shows at the field. */
  const field = (name: keyof ContactMessage, onBlur?: () => void) => ({
    label: texts.labels[name],
    registration: register(name, onBlur && { onBlur }),
    error: errors[name]?.message,
    // what was typed meanwhile would be lost with the form
    isReadOnly: isSubmitting,
  });

  return (
    <form
      className="contact-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSubmitting) return;
        // Enter sends without leaving the field
        rewriteNumber();
        handleSubmit(send, logInvalid)(event);
      }}
    >
      {isRestored && (
        <p className="contact-form-draft">
          {contactUs.draft.restored}{' '}
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
          autoComplete="tel-national"
          hint={texts.contactNumberHint}
        />
        <Field {...field('subject')} />
        <Field {...field('message')} isMultiline />
      </div>
      <Trap ref={trap} />
      <p className="contact-form-privacy">
        <TextLink to={routes.privacy}>{texts.privacy}</TextLink>
      </p>
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSubmitting}>
          {texts.submit}
        </button>
        <span role="status">{isSubmitting && contactUs.sending}</span>
      </p>
      <div role="alert">
        {failure && !isSubmitting && <Failure outcome={failure} message={getValues()} />}
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
