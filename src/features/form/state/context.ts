import { createContext, useContext } from 'react';
import { useWatch } from 'react-hook-form';
import type { Typed, Values } from '../api/rules.ts';
import type { Form } from '../createForm.ts';
import { useSubmissionOf } from './submission.ts';

export const FormContext = createContext<Form | undefined>(undefined);

export function useThisForm(): Form {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('Components of a form belong into a FormSection.');
  return form;
}

export const useSubmission = () => useSubmissionOf(useThisForm().submission);

/** The values typed so far, by field. */
export const useTyped = (): Values => useThisForm().rules.valuesOf(useWatch<Typed>() as Typed);
