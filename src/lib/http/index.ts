export { download } from './download.ts';
export { HttpFailure } from './HttpFailure.ts';
export { del, get, patch, post, put, upload } from './json.ts';
