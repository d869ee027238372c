export type FailureReason =
  /** The status is outside 200–299. */
  | 'status'
  /** No answer: offline, refused or blocked. */
  | 'network'
  | 'timeout'
  /** The answer is not JSON. */
  | 'unreadable';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
}

export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The body, parsed if it is JSON. */
  readonly data: unknown;

  private constructor(message: string, reason: FailureReason, answer: Partial<Answered>, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.status = answer.status;
    this.headers = answer.headers ?? new Headers();
    this.data = answer.data;
  }

  static refused(url: string, answer: Answered): HttpFailure {
    return new HttpFailure(`${url} answered ${answer.status}`, 'status', answer);
  }

  static unreadable(url: string, answer: Answered, cause: unknown): HttpFailure {
    return new HttpFailure(`${url} did not answer with JSON`, 'unreadable', answer, cause);
  }

  static noAnswer(url: string, cause: unknown): HttpFailure {
    return new HttpFailure(`${url} could not be reached`, 'network', {}, cause);
  }

  static timedOut(url: string, timeLimit: number): HttpFailure {
    return new HttpFailure(`${url} did not answer within ${timeLimit} ms`, 'timeout', {});
  }
}
