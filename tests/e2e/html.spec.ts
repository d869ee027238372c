import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { root } from '../../scripts/environment.mjs';
import { expect, test } from './fixtures.ts';

interface Complaint {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly subType?: 'warning';
  readonly url: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

const documentRoot = `${root}dist/www`;

async function check(files: string[]): Promise<Complaint[]> {
  const jar = `${root}node_modules/vnu-jar/build/dist/vnu.jar`;
  const { stderr } = await promisify(execFile)(
    'java',
    [
      ...['-jar', jar, '--format', 'json', '--exit-zero-always'],
      // hides all info messages: they are only about the slash that React adds to void elements
      '--skip-info-messages',
      // Biome checks the style sheets; this checker does not know recent CSS. Chromium enforces the policies: for this
      // checker no file is 'self', and JSON-LD is a script
      ...['--filterpattern', 'CSS: .*|.* violates Content Security Policy .*'],
      ...files,
    ],
    { maxBuffer: 1 << 26 },
  );
  return JSON.parse(stderr).messages;
}

test('every page is valid HTML', async ({ stack }) => {
  const folder = mkdtempSync(`${tmpdir()}/pages-`);
  try {
    // the endpoint's pages are checked with filled-in placeholders
    const sent = new URL('contact_sent.php', stack.endpointUrl);
    const headers = { Cookie: 'enquiry-reference=7K3QM-2XF9D' };
    for (const [name, answer] of [
      ['refused', await fetch(stack.endpointUrl, { method: 'POST', body: new URLSearchParams() })],
      ['sent', await fetch(sent, { headers })],
    ] as const) {
      expect(answer.headers.get('content-type'), name).toContain('text/html');
      writeFileSync(`${folder}/${name}.html`, await answer.text());
    }
    const files = [documentRoot, folder].flatMap((place) =>
      readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => `${place}/${name}`),
    );
    expect(files.length).toBeGreaterThan(9);
    const complaints = await check(files);
    expect(
      complaints.map(
        ({ type, subType, url, lastLine, message, extract }) =>
          `${subType ?? type}: ${url}:${lastLine}: ${message}\n${extract}`,
      ),
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
