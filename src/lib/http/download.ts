import { type RequestOptions, send } from './request.ts';

/** @throws {HttpFailure} */
export const download = (url: string, options: RequestOptions = {}) =>
  send(url, { method: 'GET', credentials: 'include' }, options, async (answer) => ({
    name: fileName(answer.headers.get('Content-Disposition')) ?? lastSegment(url),
    content: await answer.blob(),
  }));

/** Content-Disposition (RFC 6266): `filename*` wins. */
function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? '');
  const name = decode(encoded) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  // a server must not choose the folder (RFC 6266, section 4.3)
  return name?.split(/[/\\]/).pop() || undefined;
}

function lastSegment(url: string): string {
  const path = new URL(url, document.baseURI).pathname;
  const segment = path.split('/').pop() ?? '';
  return decode(segment) || 'download';
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
