import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startStack } from '../../scripts/stack.mjs';

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The product with an empty queue of its own, which is gone when it stops. */
export async function startFreshStack() {
  const dataFolder = mkdtempSync(`${tmpdir()}/enquiries-`);
  const stack = await startStack({ dataFolder });
  return {
    stack,
    stop: async () => {
      await stack.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A mail as the local inbox's API tells it. */
export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly from: readonly { readonly address: string; readonly name: string }[];
  readonly to: readonly { readonly address: string }[];
  readonly replyTo: readonly { readonly address: string; readonly name: string }[];
  readonly text: string;
  readonly html: string;
}

/** Every mail in the inbox whose subject has the text in it. */
export async function mailsAbout(stack: Stack, text: string): Promise<Mail[]> {
  const answer = await fetch(new URL('email', stack.inboxUrl));
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ subject }) => subject.includes(text));
}
