import { messageOf } from './deployError.ts';
import type { Clock } from './lock.ts';

const TRIES = 10;
const PATIENCE = 120_000;

export interface Live {
  /** SITE_URL. */
  readonly origin: string;
  /** SITE_URL and SERVICE_PREFIX. */
  readonly endpoint: string;
  readonly token: string | undefined;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

export interface Finding {
  readonly what: string;
  readonly fix: string;
}

const get = async ({ fetch }: Live, address: string, init: RequestInit = {}) => {
  const answer = await fetch(address, {
    ...init,
    cache: 'no-store',
    headers: { 'User-Agent': 'website-deploy', ...init.headers },
    signal: AbortSignal.timeout(PATIENCE),
  });
  return { status: answer.status, text: await answer.text() };
};

/** What doctor finds on the live site. Undefined without a token, or if the page cannot be read. */
export async function problemsOf(live: Live): Promise<Finding[] | undefined> {
  if (live.token === undefined) return undefined;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${live.token}` };
  try {
    const { status, text } = await get(live, `${live.endpoint}/contact_status.php`, { headers });
    return status === 200 ? JSON.parse(text).problems : undefined;
  } catch {
    return undefined;
  }
}

/** @param pages paths of addresses @returns why the live site does not work; undefined if it does */
export async function faultOf(
  live: Live,
  release: string,
  pages: readonly string[],
  renew: () => Promise<void>,
): Promise<string | undefined> {
  let fault = await faultOfRelease(live, release);
  for (let attempt = 1; attempt < TRIES && fault !== undefined; attempt += 1) {
    await renew();
    await live.clock.wait(1000);
    fault = await faultOfRelease(live, release);
  }
  if (fault !== undefined) return fault;
  try {
    return (await faultOfPages(live, pages)) ?? (await faultOfProbes(live));
  } catch (error) {
    return `The live site does not answer: ${reasonOf(error)}`;
  }
}

/** fetch hides the reason. */
const reasonOf = (error: unknown) =>
  messageOf(error instanceof Error ? (error.cause ?? error) : error);

async function faultOfRelease(live: Live, release: string) {
  const address = `${live.endpoint}/contact_health.php`;
  try {
    const { status, text } = await get(live, address);
    return text.includes(`"release":"${release}"`)
      ? undefined
      : `${address} answers ${status} ${text.slice(0, 200)}, and not release ${release}. See PHP’s error log.`;
  } catch (error) {
    return `${address} does not answer: ${reasonOf(error)}`;
  }
}

async function faultOfPages(live: Live, pages: readonly string[]) {
  for (const page of pages) {
    const { status } = await get(live, live.origin + page);
    if (status !== 200) return `${live.origin}${page} answers ${status}.`;
  }
  return undefined;
}

/** An invalid enquiry must reach the endpoint and be rejected by it. */
async function faultOfProbes(live: Live) {
  const address = `${live.endpoint}/contact_process.php`;
  const probes = { 'application/json': '{}', 'application/x-www-form-urlencoded': 'name=' };
  for (const [type, body] of Object.entries(probes)) {
    const headers = { 'Content-Type': type };
    const { status } = await get(live, address, { method: 'POST', headers, body });
    if (status !== 422 && status !== 429) {
      return `${address} answers ${status} to an invalid enquiry (${type}), and not 422.`;
    }
  }
  return undefined;
}

/** Numbers and the names of releases differ from check to check. */
const gist = ({ what }: Finding) => what.replaceAll(/\b[0-9a-f]{12}\b|\d+/g, '#');

export function newProblems(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(gist));
  return after.filter((problem) => !known.has(gist(problem)));
}
