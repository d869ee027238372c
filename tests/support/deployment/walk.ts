import fc from 'fast-check';
import { expect } from 'vitest';
import { addedFiles, isReplaced, type Manifest, parsed, paths, sha256 } from '../../../scripts/deploy/build.ts';
import type { Login } from '../../../scripts/deploy/connection.ts';
import { deploy } from '../../../scripts/deploy/deploy.ts';
import { outputTo } from '../../../scripts/deploy/output.ts';
import type { HostRecord } from '../../../scripts/deploy/owner.ts';
import type { Origin } from '../../../scripts/deploy/repository.ts';
import { readTarget } from '../../../scripts/deploy/settings.ts';
import { type Trouble, Troubles } from './troubles.ts';

/* Two people deploy and roll back in any order, and something happens between any two operations. */

export interface Build {
  readonly dist: string;
  readonly manifest: Manifest;
}

export interface Host {
  readonly login: Login;
  readonly variables: Record<string, string>;
  /** In the order of their commits. */
  readonly builds: readonly Build[];
  /** Whether a file can be moved over another one. Elsewhere, an interruption may leave neither. */
  readonly replaces: boolean;
  /** @param path on the host */
  read(path: string): Buffer | undefined;
  setBroken(isBroken: boolean): void;
}

/** The releases that the host keeps. */
const KEPT = 5;

interface Deployment {
  /** Undefined for a rollback. */
  readonly build: number | undefined;
  readonly person: string;
  readonly hasChanges: boolean;
  /** Whether the person replaces what others deployed. */
  readonly insists: boolean;
  readonly trouble: Trouble | undefined;
  /** Whether the same command follows an interruption. */
  readonly isRepeated: boolean;
}

/** `again` deploys the last good release once more. */
type Planned = Omit<Deployment, 'build'> & { readonly build: Deployment['build'] | 'again' };

export type Step = Planned | 'the host breaks' | 'the host works again';

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Five deployments that nothing troubles. */
const HISTORY = Array.from(
  { length: KEPT },
  (_, build): Step => ({
    ...{ build, person: 'Ann', hasChanges: false, insists: true },
    ...{ trouble: undefined, isRepeated: false },
  }),
);

/** @param most without the history that some hosts have */
export const steps = (most: number): fc.Arbitrary<Step[]> =>
  fc.tuple(fc.boolean(), anyStep(most)).map(([hasHistory, taken]) => [...(hasHistory ? HISTORY : []), ...taken]);

const anyStep = (most: number) =>
  fc.array<Step>(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant<Step>('the host breaks') },
      { weight: 2, arbitrary: fc.constant<Step>('the host works again') },
      {
        weight: 9,
        arbitrary: fc.record<Planned>({
          build: fc.oneof(
            { weight: 7, arbitrary: fc.nat(6) },
            { weight: 2, arbitrary: fc.constant('again' as const) },
            { weight: 3, arbitrary: fc.constant(undefined) },
          ),
          person: fc.constantFrom('Ann', 'Ben'),
          hasChanges: fc.integer({ min: 0, max: 3 }).map((number) => number === 3),
          insists: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
          trouble: sometimes(
            fc.record<Trouble>({
              kind: fc.constantFrom('the line is cut', 'the run is killed', 'the quota is full', 'the host breaks'),
              after: fc.nat(999).map((part) => part / 1000),
              isDone: fc.boolean(),
            }),
          ),
          isRepeated: fc.boolean(),
        }),
      },
    ),
    { minLength: 1, maxLength: most, size: 'max' },
  );

/** The good releases after this one has passed its check. */
const after = (good: readonly string[], name: string, isRollback: boolean): string[] =>
  isRollback ? good.slice(good.indexOf(name)) : [name, ...good.filter((other) => other !== name)];

/** A host, and what must be true of it. */
export class Walk {
  readonly #host: Host;
  readonly #target: ReturnType<typeof readTarget>;
  #good: readonly string[] = [];
  /** The releases of which visitors may see something: several after an interruption. */
  #seen: ReadonlySet<string> = new Set();
  #isBroken = false;
  /** Of the last run without trouble. */
  #operations = 200;

  constructor(host: Host) {
    this.#host = host;
    this.#target = readTarget(host.variables);
    this.#setBroken(false);
  }

  async go(step: Step): Promise<void> {
    if (typeof step === 'string') return this.#setBroken(step === 'the host breaks');
    const { build } = step;
    const deployment = { ...step, build: build === 'again' ? this.#lastGood : build };
    const isInterrupted = await this.#run(deployment);
    // a killed run may have been complete
    const isComplete = build === undefined && this.#record.next === undefined;
    if (!isInterrupted || !step.isRepeated || isComplete) return;
    this.#setBroken(false);
    expect(await this.#run({ ...deployment, trouble: undefined })).toBe(false);
  }

  get #lastGood(): number {
    return Math.max(
      0,
      this.#host.builds.findIndex(({ manifest }) => manifest.release === this.#good[0]),
    );
  }

  #setBroken(isBroken: boolean): void {
    this.#isBroken = isBroken;
    this.#host.setBroken(isBroken);
  }

  /** @returns whether the run was interrupted */
  async #run(step: Deployment): Promise<boolean> {
    const before = this.#record;
    const wasBroken = this.#isBroken;
    const to = this.#aimOf(step, before);
    const wasLive = to !== undefined && before.next === undefined && before.good[0] === to;
    const isRefused = to === undefined || this.#isRefused(step, before.next ?? before.good[0]);
    const run = await this.#execute(step);
    const isInterrupted = run.hasHappened && run.error !== '' && (wasBroken || !this.#isBroken);
    const isRollback = step.build === undefined;
    if (isRefused) {
      expect(run.error, run.said).not.toBe('');
      this.#expectGood([before.good]);
    } else if (run.error === '') {
      expect(wasBroken, run.said).toBe(false);
      this.#expectGood([after(before.good, to, isRollback).slice(0, KEPT)]);
      this.#seen = new Set([to]);
    } else if (isInterrupted) {
      const passed = after(before.good, to, isRollback);
      this.#expectGood([before.good, passed, passed.slice(0, KEPT)]);
      this.#seen = new Set([...this.#seen, to, ...before.good.slice(0, 1)]);
    } else {
      expect(this.#isBroken, run.said).toBe(true);
      this.#expectGood([isRollback ? after(before.good, to, true) : before.good]);
      this.#seen = new Set([this.#good[0] ?? to]);
      if (wasLive) expect(run.error).toContain('nothing was changed');
    }
    this.#expectNothingLost(wasLive);
    return isInterrupted;
  }

  /** @returns what the command said, and whether something happened in its course */
  async #execute({ build, person, hasChanges, insists, trouble }: Deployment) {
    const host = this.#host;
    const troubles = new Troubles(trouble, this.#operations, () => this.#setBroken(true));
    // --first starts PHP, which takes time, so most deployments leave it out
    const isFirst = hasChanges || host.read(`${this.#target.private}/.env`) === undefined;
    const upload = ['--no-build', ...(isFirst ? ['--first'] : []), ...(insists ? ['--not-based-on-live'] : [])];
    const args = build === undefined ? ['--rollback'] : upload;
    let said = '';
    const write = (text: string | Uint8Array) => {
      said += text;
      return true;
    };
    const error = await deploy(args, {
      variables: { ...host.variables },
      environmentFile: '/dev/null',
      dist: host.builds[build ?? 0]?.dist ?? '',
      repository: {
        origin: () => ({ commit: String(build), author: person, ...(hasChanges && { changedBy: person }) }),
        conflictWith: (live) => (this.#differs(live, build, person) ? 'It was deployed by somebody else.' : undefined),
      },
      login: troubles.on(host.login),
      build: async () => {},
      output: outputTo({ write, isTTY: false }),
      ask: { confirm: async (question) => question.includes('interrupted'), secret: async () => '' },
      wait: async () => {},
      stop: new AbortController().signal,
    }).then(
      () => '',
      (thrown: Error) => `${thrown.message} `,
    );
    if (trouble === undefined && error === '') this.#operations = troubles.operations;
    return { error, said: said + error, hasHappened: troubles.hasHappened };
  }

  #differs = ({ commit, changedBy = '' }: Origin, build = 0, person = '') =>
    Number(commit) > build || !['', person].includes(changedBy);

  #isRefused({ build, person, insists }: Deployment, live = ''): boolean {
    const manifest = this.#json<Manifest>(`releases/${live}/manifest.json`);
    return build !== undefined && !insists && manifest !== undefined && this.#differs(manifest, build, person);
  }

  #json<T>(path: string): T | undefined {
    const place = `${this.#target.private}/${path}`;
    return parsed(this.#host.read(place) ?? this.#host.read(`${place}.new`));
  }

  get #record(): Pick<HostRecord, 'good' | 'next'> {
    return this.#json<HostRecord>('deploy.json') ?? { good: [] };
  }

  #aimOf = ({ build }: Deployment, { good, next }: Pick<HostRecord, 'good' | 'next'>): string | undefined =>
    build === undefined ? good[next === undefined ? 1 : 0] : this.#host.builds[build]?.manifest.release;

  #expectGood(allowed: readonly (readonly string[])[]): void {
    const { good } = this.#record;
    expect(allowed).toContainEqual(good);
    this.#good = good;
  }

  /** Whether the host has all files of a release that are in folders of their own. */
  #isWhole = ({ manifest }: Build): boolean =>
    [...addedFiles(this.#target, manifest)].every(
      ([place, path]) => sha256(this.#host.read(place) ?? '') === manifest.files[path]?.hash,
    );

  /** @param wasLive whether the release of this run was live before it */
  #expectNothingLost(wasLive: boolean): void {
    const { builds, read, replaces } = this.#host;
    for (const build of builds.filter(({ manifest }) => this.#good.includes(manifest.release))) {
      const { release } = build.manifest;
      expect(this.#json<Manifest>(`releases/${release}/manifest.json`)?.release).toBe(release);
      expect(this.#isWhole(build), `the good release ${release} has all its files`).toBe(true);
    }
    if (wasLive) expect(this.#record.next, 'a rollback goes to the release before it').toBeUndefined();
    // so that a rollback goes to the right release
    if (this.#record.next === undefined) this.#seen = new Set(this.#good.slice(0, 1));
    const chosen = builds.filter(({ manifest }) => this.#seen.has(manifest.release));
    if (chosen.length === 0) return;
    const mayLack = this.#good.length === 0 || (!replaces && this.#seen.size > 1);
    const isSeen = (path: string) => isReplaced(path) && path.startsWith('www/');
    for (const path of new Set(builds.flatMap(({ manifest }) => paths(manifest.files, isSeen)))) {
      const content = read(`${this.#target.base}/${path}`);
      const hash = content && sha256(content);
      const from = chosen.filter(({ manifest }) => manifest.files[path]?.hash === hash);
      if (content === undefined && mayLack) continue;
      expect(from, `visitors get ${path} of a release that somebody chose`).not.toEqual([]);
      expect(content === undefined || from.some(this.#isWhole), `what ${path} needs is there`).toBe(true);
    }
    const named = read(`${this.#target.private}/release.txt`);
    if (named === undefined && mayLack) return;
    const live = chosen.find(({ manifest }) => String(named) === `${manifest.release} ${manifest.code}\n`);
    expect(live && this.#isWhole(live), 'the code of the live release is there').toBe(true);
  }
}
