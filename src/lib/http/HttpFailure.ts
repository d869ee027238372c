/** `network`: no answer, because offline, refused or blocked. `unreadable`: an answer that is not JSON. */
type FailureReason = 'status' | 'network' | 'timeout' | 'unreadable';

interface Details {
  readonly answer?: Response;
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

  constructor(message: string, reason: FailureReason, { answer, data, cause }: Details = {}) {
    super(message, { cause });
    this.reason = reason;
    this.status = answer?.status;
    this.headers = answer?.headers ?? new Headers();
    this.data = data;
  }
}
