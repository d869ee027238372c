import { createForm } from '../../../../src/features/form/createForm.ts';
import definition from '../../forms/callback/form.json';
import place from './place.ts';
import { callBack } from './words.ts';

export default createForm({
  definition,
  place,
  words: callBack.form,
});
