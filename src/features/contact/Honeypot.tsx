import { type Ref, useId } from 'react';
import { contactForm } from '../../content/words/contactForm.ts';

/** A field that people neither see nor reach; what fills in every field fills in this one. */
export function Honeypot({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>{contactForm.form.honeypot}</label>
      <input ref={ref} id={id} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
