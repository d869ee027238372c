import { createSubmission, type FormPlace, type Submission } from './features/form/state/submission.ts';
import { places } from './places.ts';

const isFormPlace = (place: (typeof places)[number]): place is typeof place & FormPlace => place.form !== undefined;

/** One for each page with a form, made from the folders. */
export const submissions: readonly Submission[] = places.filter(isFormPlace).map(createSubmission);

export function submissionOf(form: string): Submission {
  const found = submissions.find(({ place }) => place.form === form);
  if (found === undefined) throw new Error(`No place.ts has form: '${form}'.`);
  return found;
}
