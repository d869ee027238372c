import { spawnSync } from 'node:child_process';

/** The commit and the uncommitted changes that a build was made from. */
export interface Origin {
  /** In Git; empty without Git. */
  readonly commit?: string;
  /** Who made the commit, and on which day. */
  readonly author?: string;
  /** The email address of the person whose changes are in no commit. */
  readonly changedBy?: string;
}

/** A copy of the repository, as Git knows it. */
export class Repository {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns what Git prints; undefined if it fails. In CI, another user may own the repository. */
  #git(...args: string[]): string | undefined {
    const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: this.#folder });
    return status === 0 ? String(stdout).trim() : undefined;
  }

  get user(): string {
    return this.#git('config', 'user.email') || 'somebody without an email address in Git';
  }

  origin(): Origin {
    const format = '%H%n%an <%ae>, %cd';
    const [commit = '', author = ''] =
      this.#git('log', '-1', `--format=${format}`, '--date=format:%-d %B %Y')?.split('\n') ?? [];
    const hasChanges = Boolean(this.#git('status', '--porcelain'));
    return { commit, author, ...(hasChanges && { changedBy: this.user }) };
  }

  /** Whether the commit is HEAD or one before it, and not only fetched. */
  isBasedOn = (commit: string): boolean => this.#git('merge-base', '--is-ancestor', commit, 'HEAD') !== undefined;

  /** @returns why a build from here would undo what somebody else did; undefined if it would not */
  conflictWith({ commit, author, changedBy }: Origin): string | undefined {
    if (commit && !this.isBasedOn(commit)) {
      return `The live release was made from commit ${commit.slice(0, 12)} (${author}), on which this copy of the repository is not based.\nGet it first: git pull, or in CI fetch the whole history.`;
    }
    if (changedBy === undefined || changedBy === this.user) return undefined;
    return `The live release has changes of ${changedBy} that are in no commit. Its last commit is ${commit?.slice(0, 12)} (${author}).\nLet ${changedBy} commit and deploy them, then get the commit: git pull.`;
  }
}
