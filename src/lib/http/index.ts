export { type Download, download } from './download.ts';
export { type FailureReason, HttpFailure } from './HttpFailure.ts';
export { del, get, patch, post, put } from './json.ts';
export type { HttpResponse, RequestOptions } from './request.ts';
export { type UploadOptions, upload } from './upload.ts';
