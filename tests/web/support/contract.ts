import { HttpResponse, http } from 'msw';
import { answerTo, type Scenario } from '../../support/answers.ts';
import { server } from './server.ts';

export const REFERENCE = 'ABCDE-12345';
export const ADDRESS = '/api/contact_process.php';

export { message } from '../../support/answers.ts';

type CaseValue =
  | string
  | {
      readonly before?: string;
      readonly repeat: string;
      readonly times: number;
      readonly after?: string;
    };

/** Long values are abbreviated in the file as a repeated text. */
export const spell = (value: CaseValue): string =>
  typeof value === 'string' ? value : (value.before ?? '') + value.repeat.repeat(value.times) + (value.after ?? '');

export interface Received {
  /** The fields of a form, too. */
  readonly body: unknown;
  readonly headers: Headers;
}

type Reply = Response | Promise<Response>;

/**
 * Lets the endpoint give these answers.
 * @returns the requests, as they arrive
 */
export function endpointGives(answer: (request: Received) => Reply, address = ADDRESS): Received[] {
  const received: Received[] = [];
  const resolver = http.post(address, async ({ request }) => {
    const isJson = request.headers.get('Content-Type') === 'application/json';
    const text = await request.text();
    const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    const last = { body, headers: request.headers };
    received.push(last);
    return answer(last);
  });
  server.use(resolver);
  return received;
}

/** An answer of the contract. */
export function reply(scenario: Scenario, headers: Record<string, string> = {}): Response {
  const { status, body, headers: own } = answerTo(scenario);
  return HttpResponse.json(body, { status, headers: { ...own, ...headers } });
}

export const confirmation = () => reply('success', { 'Enquiry-Reference': REFERENCE });

export const endpointAnswers = (scenario: Scenario, headers: Record<string, string> = {}) =>
  endpointGives(() => reply(scenario, headers));
