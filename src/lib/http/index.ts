export { type Download, download } from './download.ts';
export { type FailureReason, HttpFailure } from './HttpFailure.ts';
export { del, get, patch, post, put, upload } from './json.ts';
export type { HttpResponse, RequestOptions } from './request.ts';
