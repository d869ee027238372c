import contact from '../../server/forms/contact/form.json' with { type: 'json' };
import contract from '../contract/answers.json' with { type: 'json' };
import samples from '../contract/samples.json' with { type: 'json' };

interface Field {
  readonly control: string;
  readonly required?: object;
  readonly options?: { readonly values: readonly string[] };
}

const fields: Readonly<Record<string, Field>> = contact.fields;

const sampleOf = ({ control, options }: Field): string =>
  options?.values[0] ?? (samples as Readonly<Record<string, string>>)[control] ?? '';

/** A value for each required field that the firm has added to the contact form, by its kind. */
export const addedValues: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(fields)
    .filter(([name, { required }]) => required !== undefined && !(name in contract.message))
    .map(([name, field]) => [name, sampleOf(field)]),
);
