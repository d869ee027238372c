import { HttpResponse, type HttpResponseResolver, http } from 'msw';
import contract from '../../contract/answers.json';
import { server } from './server.ts';

export const ADDRESS = '/api/contact_process.php';

export const message = contract.message;

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

type Scenario = keyof typeof contract.answers;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

export const answerOf = (scenario: Scenario): Answer => contract.answers[scenario].response;

interface Received {
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Lets the endpoint answer as its contract says.
 * @returns the requests, as they arrive
 */
export const endpointAnswers = (
  scenario: Scenario,
  headers: Record<string, string> = {},
  when = Promise.resolve(),
): readonly Received[] => {
  const received: Received[] = [];
  const resolver: HttpResponseResolver = async ({ request }) => {
    received.push({ body: await request.json(), headers: request.headers });
    await when;
    const { status, body, headers: ownHeaders } = answerOf(scenario);
    return HttpResponse.json(body, { status, headers: { ...ownHeaders, ...headers } });
  };
  server.use(http.post(ADDRESS, resolver));
  return received;
};
