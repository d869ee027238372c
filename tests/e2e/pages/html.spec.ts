import { readdirSync, readFileSync } from 'node:fs';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { root } from '../../../scripts/environment.mjs';
import { places } from '../../support/places.ts';
import { expect, test } from '../fixtures.ts';

const documentRoot = `${root}dist/www/`;

const rules: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // React's ids begin with an underscore
    'valid-id': ['error', { relaxed: true }],
    // the site's own files come from the page's server
    'require-sri': ['error', { target: 'crossorigin' }],
  },
};

const checker = new HtmlValidate(new StaticConfigLoader(rules));

async function faultsOf(name: string, html: string): Promise<string[]> {
  const { results } = await checker.validateString(html, name);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${name}:${line}:${column}: ${ruleId}: ${message}`),
  );
}

test('every page is valid HTML', async ({ stack }) => {
  // the endpoint's pages are checked with filled-in placeholders
  const sent = new URL('contact_sent.php', stack.endpointUrl);
  const headers = { Cookie: 'enquiry-reference=7K3QM-2XF9D' };
  const pages = new Map<string, string>();
  for (const [name, answer] of [
    ['refused', await fetch(stack.endpointUrl, { method: 'POST', body: new URLSearchParams() })],
    ['sent', await fetch(sent, { headers })],
  ] as const) {
    expect(answer.headers.get('content-type'), name).toContain('text/html');
    pages.set(name, await answer.text());
  }
  for (const name of readdirSync(documentRoot, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.html')) pages.set(name, readFileSync(documentRoot + name, 'utf8'));
  }
  const files = [...places.map(({ path }) => `${path.slice(1)}/index.html`), '404.html', 'index.html'];
  expect([...pages.keys()]).toEqual(expect.arrayContaining(files));
  const faults = await Promise.all([...pages].map(([name, html]) => faultsOf(name, html)));
  expect(faults.flat()).toEqual([]);
});
