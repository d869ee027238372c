import { type Context, createContext, useContext, useLayoutEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed, Values } from '../api/rules.ts';
import type { Form } from '../createForm.ts';
import { useSubmissionOf } from './submission.ts';

export const FormContext = createContext<Form | undefined>(undefined);

/** The fields of an open form. react-hook-form's own context and useWatch are a hundredth of the page's script. */
export const FieldsContext = createContext<UseFormReturn<Typed> | undefined>(undefined);

function useGiven<T>(context: Context<T | undefined>): T {
  const given = useContext(context);
  if (given === undefined) throw new Error('Components of a form belong into a FormSection.');
  return given;
}

export const useThisForm = () => useGiven(FormContext);

export const useFields = () => useGiven(FieldsContext);

export const useSubmission = () => useSubmissionOf(useThisForm().submission);

const isSame = (one: Typed, other: Typed) => Object.keys(other).every((name) => one[name] === other[name]);

/**
 * The values typed so far, by field.
 * @param isFollowed if false, a key does not render the component again, and the values may be old
 */
export function useTyped(isFollowed = true): Values {
  const { rules } = useThisForm();
  const { getValues, subscribe } = useFields();
  const [typed, setTyped] = useState<Typed>(getValues);
  // in a layout effect, so that no old text is painted
  useLayoutEffect(() => {
    if (!isFollowed) return;
    // typed since the rendering
    setTyped((rendered) => (isSame(rendered, getValues()) ? rendered : getValues()));
    return subscribe({ formState: { values: true }, callback: ({ values }) => setTyped(values) });
  }, [getValues, subscribe, isFollowed]);
  return rules.valuesOf(typed);
}
