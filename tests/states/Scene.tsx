import { type ReactNode, useEffect } from 'react';
import failures from '../../server/forms/failures.json';
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx';
import { forms } from '../../src/build/forms.ts';
import { listedLabels } from '../../src/content/words/form.ts';
import type { Values } from '../../src/features/form/api/rules.ts';
import type { Form } from '../../src/features/form/createForm.ts';
import { useSubmissionOf } from '../../src/features/form/state/submission.ts';
import { inWords, SentHeader } from '../../src/features/form/ui/Confirmation.tsx';
import { FormSection } from '../../src/features/form/ui/FormSection.tsx';
import { FilledIn } from '../../src/features/form/ui/filledIn.ts';
import contactForm from '../../src/pages/contact-us/form.ts';
import MessageSentPage from '../../src/pages/message-sent/Page.tsx';
import { answerTo as contractAnswer, message, type Scenario } from '../support/answers.ts';
import { type FormState, formStates, NO_ANSWER_YET, RECEIPT, REFERENCE, UNREACHABLE } from './formStates.ts';

const others: Record<string, () => ReactNode> = {
  crash: () => (
    <ErrorBoundary>
      <Crash />
    </ErrorBoundary>
  ),
  'refused-without-script': () => (
    <RefusedForm form={contactForm} values={{ ...message, surname: 'O-', contactNumber: '' }} />
  ),
  'sent-without-script': () => (
    <MessageSentPage reference={REFERENCE} promised="Friday 27 November, 09:24" form={contactForm.submission.place} />
  ),
  ...Object.fromEntries(
    forms
      .filter((form) => form !== contactForm)
      .flatMap((form) => [
        [form.name, () => <FormSection form={form} />],
        [`${form.name}-invalid`, () => <FormIn form={form} state={{ isSubmitted: true }} />],
        [`${form.name}-refused`, () => <RefusedForm form={form} values={{}} />],
      ]),
  ),
};

export const sceneNames = [...formStates.map(({ name }) => name), ...Object.keys(others)];

const stateNamed = (name: string) => formStates.find((state) => state.name === name);

/** A component in a document with its own draft, endpoint and focus. */
export function Scene({ name }: { readonly name: string }) {
  const state = stateNamed(name);
  return <div className="states-scene">{state ? <FormIn form={contactForm} state={state} /> : others[name]?.()}</div>;
}

function Crash(): never {
  throw new Error('A crash on purpose, to show what a visitor sees then');
}

function RefusedForm({ form, values }: { readonly form: Form; readonly values: Values }) {
  const { fieldNames, entryOf, errorsOf, adviceFor } = form.rules;
  const errors = errorsOf(values);
  const labels = Object.keys(errors).map((name) => entryOf(name).label);
  const parts: Record<string, string | undefined> = {
    failure: failures.invalid.replace('{fields}', listedLabels(labels)),
  };
  for (const name of fieldNames) {
    parts[`field.${name}`] = values[name];
    parts[`error.${name}`] = errors[name];
    parts[`invalid.${name}`] = String(errors[name] !== undefined);
    parts[`advice.${name}`] = adviceFor(name, values[name]);
  }
  return (
    <FilledIn value={(part) => parts[part] ?? ''}>
      <FormSection form={form} />
    </FilledIn>
  );
}

function FormIn({ form, state }: { readonly form: Form; readonly state: Partial<FormState> }) {
  // runs after the form's own effects
  useEffect(() => act(state), [state]);
  const { receipt } = useSubmissionOf(form.submission);
  return (
    <>
      {receipt && <SentHeader {...inWords(receipt)} />}
      <FormSection form={form} />
    </>
  );
}

/** Replaces storage, endpoint and focus before anything uses them. */
export function prepareScene(name: string): void {
  const { focus } = HTMLElement.prototype;
  // the surrounding page would scroll to each form that takes the focus
  HTMLElement.prototype.focus = function focusHere(options) {
    focus.call(this, { ...options, preventScroll: true });
  };
  HTMLElement.prototype.scrollIntoView = () => {};
  for (const storage of ['localStorage', 'sessionStorage']) {
    const kept = new Map<string, string>();
    Object.defineProperty(window, storage, {
      value: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
      },
    });
  }
  const state = stateNamed(name);
  if (state?.isOffline) Object.defineProperty(navigator, 'onLine', { value: false });
  if (state?.fields === 'restored') contactForm.drafts.save(message);
  window.fetch = () => answerTo(state?.answer);
}

function answerTo(situation: string | undefined): Promise<Response> {
  if (situation === NO_ANSWER_YET) return new Promise(() => {});
  if (situation === UNREACHABLE) return Promise.reject(new TypeError('Failed to fetch'));
  const { status, body, headers } = contractAnswer((situation ?? 'success') as Scenario);
  return Promise.resolve(Response.json(body, { status, headers: { ...headers, ...RECEIPT } }));
}

function act({ fields, changes = {}, isTyping, isSubmitted }: Partial<FormState>): void {
  const form = document.querySelector('form');
  if (form === null) return;
  // the last changed field may still have the focus
  const unchanged = Object.entries(message).filter(([name]) => !(name in changes));
  for (const [name, text] of fields === 'typed' ? [...unchanged, ...Object.entries(changes)] : []) {
    type(form.elements.namedItem(name), text);
  }
  if (!isTyping && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (isSubmitted) form.requestSubmit();
}

/** Bypasses React's setter, as a browser does. */
function type(control: Element | RadioNodeList | null, text: string): void {
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
  Reflect.set(Object.getPrototypeOf(control), isBox ? 'checked' : 'value', text, control);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
