import contact from '../../server/forms/contact/form.json' with { type: 'json' };
import contract from '../contract/answers.json' with { type: 'json' };
import samples from '../contract/samples.json' with { type: 'json' };

interface Field {
  readonly label: string;
  readonly control: string;
  readonly required?: object;
  readonly options?: { readonly values: readonly string[] };
}

const fields: Readonly<Record<string, Field>> = contact.fields;

const sampleOf = ({ control, options }: Field): string =>
  options?.values[0] ?? (samples as Readonly<Record<string, string>>)[control] ?? '';

/** The required fields that the firm has added to the contact form. */
export const addedFields = Object.entries(fields)
  .filter(([name, { required }]) => required !== undefined && !(name in contract.message))
  .map(([name, field]) => ({ name, ...field, value: sampleOf(field) }));

/** A value for each of them, by its kind. */
export const addedValues: Readonly<Record<string, string>> = Object.fromEntries(
  addedFields.map(({ name, value }) => [name, value]),
);
