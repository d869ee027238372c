import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Mail } from '../../support/mailServer.ts';
import type { Answer } from './client.ts';

const CLIENTS = 8;

interface Stream {
  readonly enquiries: number;
  readonly clients?: number;
  readonly post: (about: string, key: string) => Promise<Answer>;
  readonly onAccepted?: (count: number) => void;
}

/** Several clients send the enquiries. Each retries with the same key until the enquiry is accepted. */
export async function sendAll({ enquiries, clients = CLIENTS, post, onAccepted }: Stream) {
  const accepted = new Map<string, string>();
  let failures = 0;
  const sendUntilAccepted = async (about: string) => {
    const key = randomUUID();
    for (;;) {
      try {
        const { status, reference } = await post(about, key);
        if (status === 200 && reference !== null) return reference;
      } catch {
        // the connection broke: it is unknown whether the enquiry was stored
      }
      failures += 1;
    }
  };
  const all = Array.from({ length: enquiries }, (_, i) => `Enquiry number ${i} `).values();
  const client = async () => {
    for (const about of all) {
      const reference = await sendUntilAccepted(about);
      expect(accepted.has(reference), `${reference} was given twice`).toBe(false);
      accepted.set(reference, about);
      onAccepted?.(accepted.size);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect(accepted.size).toBe(enquiries);
  return { accepted: accepted as ReadonlyMap<string, string>, failures };
}

/**
 * Expects a mail for each enquiry to each recipient, and one Message-ID for all mails of an enquiry.
 * @returns the number of repeats for each recipient
 */
export function expectEachMailed(
  mails: readonly Mail[],
  accepted: ReadonlyMap<string, string>,
  recipients: readonly string[] = ['sales@firm.example'],
): number[] {
  const mailed = new Set(mails.map(({ reference, to }) => `${reference} to ${to}`));
  const expected = [...accepted.keys()].flatMap((reference) => recipients.map((to) => `${reference} to ${to}`));
  expect(mailed).toEqual(new Set(expected));
  for (const { reference, subject } of mails) expect(subject).toContain(accepted.get(reference));
  expect(new Set(mails.map(({ reference, messageId }) => reference + messageId)).size).toBe(accepted.size);
  return recipients.map((recipient) => mails.filter(({ to }) => to === recipient).length - accepted.size);
}
