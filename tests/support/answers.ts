import contract from '../contract/answers.json' with { type: 'json' };
import { addedValues } from './samples.ts';

/** An accepted message, with the required fields that the firm has added. */
export const message: typeof contract.message = { ...contract.message, ...addedValues };

export type Scenario = keyof typeof contract.answers;

interface Row {
  readonly code?: keyof typeof contract.codes;
  readonly errors?: Readonly<Record<string, string>>;
  readonly gives?: Readonly<Record<string, string>>;
}

/** The endpoint's answer in a situation of the contract. */
export function answerTo(scenario: Scenario) {
  const rows: Readonly<Record<Scenario, object>> = contract.answers;
  const { code, errors, gives: headers = {} } = rows[scenario] as Row;
  if (code === undefined) return { status: 200, body: { status: 'success' }, headers };
  const body = { status: 'error', code, message: contract.messages[code], ...(errors && { errors }) };
  return { status: contract.codes[code], body, headers };
}
