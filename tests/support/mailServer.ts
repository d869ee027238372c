import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Options } from './smtp-server.mjs';

const script = fileURLToPath(import.meta.resolve('./smtp-server.mjs'));

/** An enquiry in a mail. */
export interface Mail {
  readonly reference: string;
  /** The only recipient of this conversation. */
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly raw: string;
}

interface Told extends Pick<Mail, 'subject' | 'text' | 'raw'> {
  readonly event: 'listening' | 'message' | 'refused' | 'command';
  readonly port: number;
  readonly headers: readonly { readonly key: string; readonly line: string }[];
  readonly envelope: { readonly to: readonly string[] };
}

function header({ headers }: Told, name: string): string {
  const lines = headers.filter(({ key }) => key === name).map(({ line }) => line);
  if (lines.length !== 1) throw new Error(`A mail has ${lines.length} headers ${name}.`);
  return lines
    .join()
    .slice(name.length + 1)
    .trim();
}

export async function startMailServer(options: Options = {}) {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const mails: Mail[] = [];
  const events = new EventEmitter<{ listening: [port: number]; mail: []; error: [Error] }>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = JSON.parse(line) as Told;
    if (told.event === 'listening') {
      events.emit('listening', told.port);
      return;
    }
    if (told.event !== 'message') return;
    // an alert has no reference
    if (told.headers.some(({ key }) => key === 'x-enquiry-reference')) {
      mails.push({
        reference: header(told, 'x-enquiry-reference'),
        to: told.envelope.to.join(),
        subject: told.subject,
        messageId: header(told, 'message-id'),
        text: told.text,
        raw: told.raw,
      });
    }
    events.emit('mail');
  });
  child.once('exit', (code) => {
    if (code !== 0) events.emit('error', new Error('The mail server has ended by itself.'));
  });
  const [port] = await once(events, 'listening');

  return {
    port: Number(port),
    mails: mails as readonly Mail[],

    async untilArrived(references: Iterable<string>, seconds = 900): Promise<void> {
      const all = [...references];
      const signal = AbortSignal.timeout(1000 * seconds);
      for (;;) {
        const arrived = new Set(mails.map(({ reference }) => reference));
        const missing = all.filter((reference) => !arrived.has(reference));
        if (missing.length === 0) return;
        try {
          await once(events, 'mail', { signal });
        } catch (cause) {
          const some = missing.slice(0, 5).join(', ');
          throw new Error(`${missing.length} mails have not arrived: ${some} …`, { cause });
        }
      }
    },

    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
