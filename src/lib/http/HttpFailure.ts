export type FailureReason =
  /** The status is outside 200–299. */
  | 'status'
  /** No answer: offline, refused or blocked. */
  | 'network'
  | 'timeout'
  /** The answer is not JSON. */
  | 'unreadable';

interface Answered {
  readonly status?: number;
  readonly headers?: Headers;
  readonly data?: unknown;
  readonly cause?: unknown;
}

export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly headers: Headers;
  /** The body, parsed if it is JSON. */
  readonly data: unknown;

  constructor(message: string, reason: FailureReason, { status, headers, data, cause }: Answered = {}) {
    super(message, { cause });
    this.reason = reason;
    this.status = status;
    this.headers = headers ?? new Headers();
    this.data = data;
  }
}
