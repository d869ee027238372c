import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { startProcess } from '../../scripts/processes.mjs';

test('npm start builds the site and serves it, its endpoint and an inbox', async () => {
  const { match, stop } = await startProcess(process.execPath, [`${root}scripts/start.mjs`], {
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
    await stop();
  }
}, 90_000);
