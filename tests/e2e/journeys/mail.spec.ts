import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { root } from '../../../scripts/environment.mjs';
import { startMailSide } from '../../../scripts/mailSide.ts';
import { message } from '../../support/answers.ts';
import { axeFaults } from '../axe.ts';
import { expect, openUnready, test } from '../fixtures.ts';

/* The mail's HTML, as a mail program with Chromium's engine shows it. */

const LONG = `${'a line that is far longer than a phone is wide, '.repeat(8)}and${'AWord'.repeat(20)}`;

/** With the firm's colours. */
async function startInbox() {
  const dataFolder = mkdtempSync(`${tmpdir()}/enquiries-`);
  const settings = { TEST_PAGES_DIR: `${root}dist/private/server/pages` };
  const { inbox, endpoint, stop } = await startMailSide({ dataFolder, settings });
  const mails = async () => (await fetch(new URL('email', inbox.url))).json() as Promise<{ readonly id: string }[]>;
  return {
    async send(fields: object) {
      const answer = await fetch(`http://127.0.0.1:${endpoint.port}/contact_process.php`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Form-Trap': 'filled in' },
        body: JSON.stringify({ ...message, ...fields }),
      });
      expect(answer.status).toBe(200);
    },
    async addressOf(index: number) {
      await expect.poll(async () => (await mails()).length).toBe(index + 1);
      return new URL(`email/${(await mails())[index]?.id}/html`, inbox.url).href;
    },
    async stop() {
      await stop();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

test('the mail can be read in the light and in the dark, on a phone and on paper', async ({ page }) => {
  const inbox = await startInbox();
  try {
    await inbox.send({ subject: 'An earlier mail to read' });
    await inbox.addressOf(0);
    // with the note about the earlier one
    await inbox.send({ subject: 'A mail to read', message: `${LONG}\n\n  indented` });
    await page.setViewportSize({ width: 360, height: 740 });
    await openUnready(page, await inbox.addressOf(1));

    await expect(page.getByText('This may be spam')).toBeVisible();
    await expect(page.getByText('Second enquiry from this address')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page, true), colorScheme).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const text = page.getByText('indented');
    expect(await text.evaluate((element: HTMLElement) => element.innerText)).toContain('\n\n  indented');

    const call = page.getByRole('link', { name: 'Call', exact: true });
    await expect(call).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(call).toBeHidden();
  } finally {
    await inbox.stop();
  }
});
