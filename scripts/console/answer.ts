import type { IncomingMessage } from 'node:http';

export type Part = readonly [to: 'out' | 'err', text: Buffer];
export type Print = (part: Part) => Promise<void>;

/** The end of a command, or of a question. */
export interface End {
  readonly code: number;
  /** The fingerprint of the question. */
  readonly asked: string | undefined;
  /** Printed if the operator answers no. */
  readonly ifNot: readonly Part[];
}

/**
 * Prints an answer (RemoteConsole.php) while it arrives. After a question was answered with yes, the command begins
 * again: then its first part is shown only if the question has changed.
 * @throws {Error} if the exit code is missing
 */
export async function show(answer: IncomingMessage, print: Print, isRepeated: boolean): Promise<End> {
  const screen = new Screen(print, isRepeated);
  for await (const line of linesOf(answer)) {
    const end = await screen.take(line);
    if (end !== undefined) return end;
  }
  throw new Error('the answer was cut');
}

class Screen {
  readonly #print: Print;
  readonly #isRepeated: boolean;
  #held: Part[] | undefined;
  #asked: string | undefined;

  constructor(print: Print, isRepeated: boolean) {
    this.#print = print;
    this.#isRepeated = isRepeated;
    this.#held = isRepeated ? [] : undefined;
  }

  /** @returns the end, if the line says it */
  async take(line: string): Promise<End | undefined> {
    const [, kind, value = ''] = /^(out|err|confirmed|ask|exit)(?: (.+))?$/.exec(line) ?? [];
    switch (kind) {
      case 'out':
      case 'err':
        await this.#add([kind, Buffer.from(value, 'base64')]);
        return undefined;
      case 'confirmed':
        this.#held = undefined;
        return undefined;
      case 'ask':
        if (this.#isRepeated) await this.#print(['err', CHANGED]);
        await this.#release();
        this.#held = [];
        this.#asked = value;
        return undefined;
      case 'exit':
        if (this.#asked === undefined) await this.#release();
        return { code: Number(value), asked: this.#asked, ifNot: this.#held ?? [] };
      default:
        throw new Error(`the answer has ${JSON.stringify(line.slice(0, 80))}`);
    }
  }

  async #add(part: Part): Promise<void> {
    if (this.#held === undefined) await this.#print(part);
    else this.#held.push(part);
  }

  async #release(): Promise<void> {
    for (const part of this.#held ?? []) await this.#print(part);
    this.#held = undefined;
  }
}

const CHANGED = Buffer.from('\nWhat the command would do has changed meanwhile, so it asks again.\n');

/** A line that was cut does not count. */
async function* linesOf(answer: IncomingMessage) {
  let rest = '';
  for await (const chunk of answer.setEncoding('latin1')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
