import { HttpResponse, http } from 'msw';
import contract from '../../contract/answers.json';
import { server } from './server.ts';

export const ADDRESS = '/api/contact_process.php';

/** Six valid fields. */
export const message = contract.message;

type Scenario = keyof typeof contract.answers;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

/** What the endpoint is held to answer in this situation. */
export const answerOf = (scenario: Scenario): Answer => contract.answers[scenario].response;

/**
 * Lets the endpoint answer as its contract says.
 * @param when it answers
 * @returns the requests it has received, as they come
 */
export function endpointAnswers(
  scenario: Scenario,
  headers: Record<string, string> = {},
  when = Promise.resolve(),
): { readonly body: unknown; readonly headers: Headers }[] {
  const received: { body: unknown; headers: Headers }[] = [];
  server.use(
    http.post(ADDRESS, async ({ request }) => {
      received.push({ body: await request.json(), headers: request.headers });
      await when;
      const { status, body, headers: ownHeaders } = answerOf(scenario);
      return HttpResponse.json(body, { status, headers: { ...ownHeaders, ...headers } });
    }),
  );
  return received;
}
