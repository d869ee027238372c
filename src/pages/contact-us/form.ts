import definition from '../../../server/forms/contact/form.json';
import { createForm } from '../../features/form/createForm.ts';
import place from './place.ts';

export default createForm({ definition, place });
