import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readEnvironment } from '../../scripts/environment.mjs';
import { startMailSide } from '../../scripts/mailSide.ts';
import { startSiteServer } from './siteServer.ts';

export type Stack = Awaited<ReturnType<typeof startStack>>;

export async function startStack() {
  const dataFolder = mkdtempSync(`${tmpdir()}/enquiries-`);
  const mailSide = await startMailSide({
    dataFolder,
    // many tests share the stack, and send from one address
    settings: { RATE_LIMIT: '1000000' },
  });
  const { inbox, endpoint, env } = mailSide;
  const site = await startSiteServer(endpoint.port);
  const { servicePrefix } = readEnvironment();
  return {
    siteUrl: site.url,
    endpointUrl: new URL(`${servicePrefix}/contact_process.php`, site.url).href,
    inboxUrl: inbox.url,
    env,
    stop: async () => {
      await Promise.all([site.stop(), mailSide.stop()]);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly from: readonly { readonly address: string; readonly name: string }[];
  readonly to: readonly { readonly address: string }[];
  readonly replyTo: readonly { readonly address: string; readonly name: string }[];
  readonly text: string;
  readonly html: string;
}

export async function mailsAbout(stack: Stack, text: string): Promise<Mail[]> {
  const answer = await fetch(new URL('email', stack.inboxUrl));
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ subject }) => subject.includes(text));
}
