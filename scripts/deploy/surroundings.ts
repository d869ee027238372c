import type { Output } from './output.ts';
import type { Repository } from './repository.ts';

/** The person who deploys. */
export interface Operator {
  readonly output: Output;
  /** Undefined if nobody is there to answer. */
  readonly ask: Questions | undefined;
}

interface Questions {
  secret(question: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

/** The settings on this computer. */
export interface OwnSettings {
  readonly variables: Record<string, string | undefined>;
  /** The repository's .env. */
  readonly environmentFile: string;
}

export interface Surroundings extends Operator, OwnSettings {
  readonly dist: string;
  readonly repository: Pick<Repository, 'origin' | 'conflictWith'>;
  readonly build: () => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
}
