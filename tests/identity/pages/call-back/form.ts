import { createForm } from '../../../../src/features/form/createForm.ts';
import failures from '../../forms/callback/failures.json';
import definition from '../../forms/callback/form.json';
import place from './place.ts';
import { callBack } from './words.ts';

export default createForm({
  definition,
  failures,
  place,
  words: callBack.form,
});
