import './ContactForm.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldErrors as FormErrors, type Resolver, useForm } from 'react-hook-form';
import { TextLink } from '../../components/TextLink.tsx';
import { contactUs } from '../../content/contactUs.ts';
import { emailHref, phoneHref, site } from '../../content/site.ts';
import { routes } from '../../routes.ts';
import { rewriteContactNumber } from './contactNumber.ts';
import { Field } from './Field.tsx';
import { type ContactMessage, checkMessage, type FieldErrors, fieldNames } from './rules.ts';
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

/** The contact form and what takes its place once a message was sent (spec section 4). */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const hasFocusToTake = useRef(false);

  if (outcome?.kind === 'sent') {
    return (
      <Confirmation
        reference={outcome.reference}
        onAnother={() => {
          hasFocusToTake.current = true;
          setOutcome(undefined);
        }}
      />
    );
  }
  return <Form outcome={outcome} onOutcome={setOutcome} hasFocusToTake={hasFocusToTake} />;
}

interface FormProps {
  readonly outcome: Outcome | undefined;
  readonly onOutcome: (outcome: Outcome | undefined) => void;
  /** Whether the first field takes the focus, for a visitor who asked for an empty form. */
  readonly hasFocusToTake: RefObject<boolean>;
}

function Form({ outcome, onOutcome, hasFocusToTake }: FormProps) {
  const { register, handleSubmit, formState, setValue, getValues, setError, setFocus, reset } =
    useForm<ContactMessage>({ defaultValues: empty, mode: 'all', resolver });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (hasFocusToTake.current) setFocus('name');
    hasFocusToTake.current = false;
  }, [hasFocusToTake, setFocus]);

  const rewriteNumber = () => {
    const typed = getValues('contactNumber');
    const digits = rewriteContactNumber(typed);
    if (digits !== typed)
      setValue('contactNumber', digits, { shouldDirty: true, shouldValidate: true });
  };

  const send = async (message: ContactMessage) => {
    onOutcome(undefined);
    const result = await sendEnquiry(message);
    if (result.kind === 'sent') reset();
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
      <p className="contact-form-privacy">
        <TextLink to={routes.privacy}>{texts.privacy}</TextLink>
      </p>
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSubmitting}>
          {texts.submit}
        </button>
        <span role="status">{isSubmitting && contactUs.sending}</span>
      </p>
      <div role="alert">{outcome && !isSubmitting && <Failure outcome={outcome} />}</div>
    </form>
  );
}

function Failure({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'sent') return null;
  return (
    <div className="contact-form-failure">
      <p>
        <strong>{outcome.kind === 'failed' ? outcome.text : contactUs.failure.invalid}</strong>
      </p>
      <p>{contactUs.failure.alternatives}</p>
      <ul>
        <li>
          <a href={phoneHref}>{site.phone}</a>
        </li>
        <li>
          <a href={emailHref}>{site.email}</a>
        </li>
      </ul>
    </div>
  );
}

function Confirmation({
  reference,
  onAnother,
}: {
  readonly reference: string | undefined;
  readonly onAnother: () => void;
}) {
  const confirmation = useRef<HTMLDivElement>(null);
  useEffect(() => confirmation.current?.focus(), []);
  return (
    <div className="contact-form-sent">
      <div role="status" ref={confirmation} tabIndex={-1}>
        <p>
          <strong>{contactUs.success.text}</strong>
        </p>
        {reference && (
          <p>
            {contactUs.success.reference} <b className="reference">{reference}</b>.
          </p>
        )}
      </div>
      <p>{contactUs.success.next}</p>
      <button type="button" className="button" onClick={onAnother}>
        {contactUs.success.another}
      </button>
    </div>
  );
}
