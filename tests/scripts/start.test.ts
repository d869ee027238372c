import { expect, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { startProcess } from '../../scripts/processes.ts';

test('npm start builds the site and serves it, its endpoint and an inbox', async () => {
  const { match, stop } = await startProcess('npm', ['start', '--prefix', root], {
    ready: /Site +(\S+)\nEndpoint +(\S+)\nInbox +(\S+)/,
    env: { PORT: '0', INBOX_PORT: '0' },
  });
  try {
    const [, site = '', endpoint = '', inbox = ''] = match;
    const page = await fetch(new URL('public/contact-us', site));
    expect(await page.text()).toContain('Send us a message');
    const refusal = await fetch(endpoint, { method: 'POST', body: new URLSearchParams() });
    expect(refusal.status).toBe(422);
    expect(await refusal.text()).toContain('Please provide your name.');
    expect((await fetch(inbox)).status).toBe(200);
  } finally {
    // as Ctrl-C does, which tells everything in the group
    await stop('SIGINT');
  }
  for (const url of match.slice(1)) {
    await vi.waitFor(() => expect(fetch(url), `${url} was left running`).rejects.toThrow());
  }
}, 90_000);
