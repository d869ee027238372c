/** Why a request came to nothing. */
export type FailureReason =
  /** The server answered with a status outside 200–299. */
  | 'status'
  /** No answer came: offline, refused, blocked. */
  | 'network'
  /** No answer came within the time limit. */
  | 'timeout'
  /** The caller's signal ended it. */
  | 'aborted'
  /** An answer came that is not the JSON it should be. */
  | 'unreadable';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
}

/** The one error of the request layer. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: FailureReason;
  /** The status of the answer as is; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Headers of the answer, empty when there was none. */
  readonly headers: Headers;
  /** Body of the answer: parsed where it was JSON, else text. */
  readonly data: unknown;

  private constructor(
    message: string,
    reason: FailureReason,
    answer: Partial<Answered>,
    cause?: unknown,
  ) {
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

  static aborted(url: string, cause: unknown): HttpFailure {
    return new HttpFailure(`The request to ${url} was ended`, 'aborted', {}, cause);
  }
}
