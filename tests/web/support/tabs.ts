import { expect, vi } from 'vitest';
import { createRules } from '../../../src/features/form/api/rules.ts';
import { createDrafts } from '../../../src/features/form/state/drafts.ts';
import { createSubmission } from '../../../src/features/form/state/submission.ts';
import { createSubmit } from '../../../src/features/form/state/submit.ts';

/* A browser with two tabs, without pages: what they share, what each has, and what must be true of them. */

const rules = createRules({
  title: 'form',
  roles: {},
  fields: { message: { label: 'Message', control: 'textarea' } },
});
const PLACE = { path: '/form', form: 'form', title: '', label: '', description: '' };
const DRAFT = 'form-draft';

interface Stored {
  readonly id?: string;
  readonly values?: { readonly message: string };
}

interface Enquiry {
  /** The id of the draft. */
  readonly draft: string;
  readonly text: string;
  readonly reference: string;
  isConfirmed: boolean;
}

export type Answer = 'confirmed' | 'refused' | 'lost' | 'never arrived';

interface Request {
  readonly tab: Tab;
  readonly document: EventTarget;
  readonly message: string;
  readonly key: string;
  readonly text: string;
  readonly respond: (answer: Promise<object>) => void;
  given?: Answer | 'nobody heard';
}

class Area {
  items = new Map<string, string>();
  onChange = (_: StorageEventInit) => {};
  getItem = (key: string) => this.items.get(key) ?? null;

  setItem(key: string, newValue: string) {
    const oldValue = this.getItem(key);
    this.items.set(key, newValue);
    if (oldValue !== newValue) this.onChange({ key, oldValue, newValue });
  }

  removeItem(key: string) {
    const oldValue = this.getItem(key);
    if (this.items.delete(key)) this.onChange({ key, oldValue, newValue: null });
  }
}

const draftIn = (area: Area): Stored => JSON.parse(area.getItem(DRAFT) ?? '{}');

/** Uses the form's state as the components do. */
export class Tab {
  readonly session = new Area();
  readonly local = new Area();
  unheard: StorageEventInit[] = [];
  /** What the visitor sees in the form. */
  text = '';
  /** Counts messages: a cleared or confirmed form begins another one. */
  thread = 0;
  /** What Undo brings back. */
  cleared: Pick<Tab, 'text' | 'thread'> | undefined;
  /** While the form waits for its answer. */
  isLocked = false;
  /** Since the form was opened, or has heard of the other tab. */
  hasTyped = false;
  /** It was opened with a text that no new tab would show. */
  isAlone = false;
  /** Undefined without a form. */
  close: (() => void) | undefined;
  window!: EventTarget;
  drafts!: ReturnType<typeof createDrafts>;
  submission!: ReturnType<typeof createSubmission>;
  submit!: ReturnType<typeof createSubmit>;

  /** A new document. */
  load() {
    this.unheard = [];
    const parts = { localStorage: this.local, sessionStorage: this.session, location: { pathname: PLACE.path } };
    this.window = Object.assign(new EventTarget(), parts);
    vi.stubGlobal('window', this.window);
    this.submission = createSubmission(PLACE);
    this.drafts = createDrafts(rules, DRAFT, this.submission);
    this.submit = createSubmit({ address: PLACE.path, rules, drafts: this.drafts, submission: this.submission });
  }

  leave() {
    this.close?.();
    this.close = undefined;
  }

  get receipt() {
    return this.submission.state().receipt;
  }

  get isSending(): boolean {
    return this.submission.state().pending > 0;
  }

  get isSaved(): boolean {
    return draftIn(this.session).values?.message === this.text;
  }

  /** What a new tab would show. */
  get stored(): string | undefined {
    return draftIn(this.local).values?.message;
  }
}

export class Browser {
  readonly tabs = [new Tab(), new Tab()] as const;
  readonly requests: Request[] = [];
  threads = 0;
  /** Texts that a visitor has cleared, with their threads. */
  readonly cleared = new Set<string>();
  /** By key. */
  readonly #enquiries = new Map<string, Enquiry>();
  /** The thread of the text in localStorage. */
  #storedThread = 0;
  #moment = Date.UTC(2026, 11, 1);

  constructor() {
    const [first, second] = this.tabs;
    second.local.items = first.local.items;
    this.#connect(first, second);
    this.#connect(second, first);
    for (const tab of this.tabs) {
      tab.load();
      this.show(tab, true);
    }
  }

  #connect(tab: Tab, other: Tab) {
    tab.local.onChange = (change) => {
      other.unheard.push(change);
      if (change.key === DRAFT && change.newValue !== null) this.#storedThread = tab.thread;
    };
  }

  /** Lets a tab do something, and checks what must be true then. */
  async act(tab: Tab, task: () => void) {
    this.#moment += 1000;
    vi.setSystemTime(this.#moment);
    vi.stubGlobal('window', tab.window);
    vi.stubGlobal('fetch', (_: string, request: { body: string; headers: Headers }) => this.#receive(tab, request));
    const { stored, receipt } = tab;
    const { notice: before, previous } = tab.submission.state();
    const hasNewer = tab.text !== '' && !tab.isSaved;
    task();
    await new Promise((resolve) => setImmediate(resolve));
    if (!tab.isSending) tab.isLocked = false;
    this.#showReceipt(tab);
    if (receipt && tab.receipt) expect(tab.receipt).toEqual(receipt);
    const { notice } = tab.submission.state();
    const isTold = notice !== before && notice?.kind === 'sentElsewhere';
    if (isTold) expect(notice.reference, 'it is told once').not.toBe(previous);
    // only a newer text replaces the other tab's
    if (stored && tab.stored && !hasNewer) expect(tab.stored).toBe(stored);
    for (const each of this.tabs) this.#checkWords(each);
    this.#checkKeys();
  }

  #receive(tab: Tab, { body, headers }: { body: string; headers: Headers }): Promise<object> {
    const text: string = JSON.parse(body).message;
    const sent = { key: headers.get('Idempotency-Key') ?? '', text, message: `${tab.thread} ${text}` };
    return new Promise((respond) => this.requests.push({ tab, document: tab.window, ...sent, respond }));
  }

  /** As useDraft.ts. @param inFields what the browser has filled in again */
  show(tab: Tab, restores: boolean, inFields = '') {
    const own = tab.text;
    Object.assign(tab, { cleared: undefined, isLocked: false, hasTyped: false });
    const draft = restores ? tab.drafts.load() : undefined;
    tab.close = tab.drafts.follow({ typed: () => ({ message: tab.text }), onNews: () => {} });
    tab.text = inFields || draft?.values['message'] || '';
    // the other tab's text fills an empty form only
    if (own === '') tab.thread = this.#storedThread;
    else if (restores) expect(tab.text).toBe(own);
    if (inFields) tab.drafts.save({ message: tab.text });
    tab.drafts.settle();
    this.#showReceipt(tab);
    tab.isAlone = tab.text !== tab.stored;
  }

  /** The confirmation replaces the form only if it has the text that was sent. */
  #showReceipt(tab: Tab) {
    if (tab.receipt === null || tab.close === undefined) return;
    const sent = [...this.#enquiries.values()].find(({ reference }) => reference === tab.receipt?.reference);
    expect(sent?.isConfirmed).toBe(true);
    expect(['', sent?.text]).toContain(tab.text);
    expect(tab.session.getItem(DRAFT)).toBeNull();
    const { id, values } = draftIn(tab.local);
    if (tab.text !== '' && id === sent?.draft) expect(values?.message).not.toBe(tab.text);
    tab.leave();
    tab.text = '';
  }

  async answer(request: Request, given: Answer) {
    const { tab, key, text, respond } = request;
    const reference = `R${this.#enquiries.size + 1}`;
    // the same key gives the same reference
    const enquiry = this.#enquiries.get(key) ?? { draft: key.slice(0, 32), text, reference, isConfirmed: false };
    if (given === 'confirmed' || given === 'lost') this.#enquiries.set(key, enquiry);
    const isHeard = tab.window === request.document;
    request.given = isHeard ? given : 'nobody heard';
    if (!isHeard) return;
    if (given === 'confirmed') enquiry.isConfirmed = true;
    await this.act(tab, () => respond(responseTo(given, enquiry.reference)));
  }

  hide = (tab: Tab) => this.act(tab, () => tab.window.dispatchEvent(new Event('pagehide')));

  hear = (tab: Tab) =>
    this.act(tab, () => {
      if (tab.unheard.length > 0) tab.hasTyped = false;
      for (const change of tab.unheard.splice(0)) tab.window.dispatchEvent(new StorageEvent('storage', change));
    });

  /** What the form says about its text is true. */
  #checkWords(tab: Tab) {
    const { close, text, thread } = tab;
    if (close === undefined || text === '' || !tab.isSaved) return;
    vi.stubGlobal('window', tab.window);
    const said = tab.drafts.fate();
    const { id } = draftIn(tab.session);
    const sent = this.requests.filter((request) => request.key.startsWith(`${id}-`) && request.text === text);
    const confirmed = [...this.#enquiries.values()].filter(({ draft, isConfirmed }) => draft === id && isConfirmed);
    const isConfirmed = confirmed.some((enquiry) => enquiry.text === text);
    const isUnclear = sent.some(({ given }) => given !== 'refused' && given !== 'confirmed');
    const saysNotSent = !['sent', 'mayHaveArrived'].includes(said);
    if (isConfirmed) expect(said).toBe('sent');
    else expect(said === 'mayHaveArrived').toBe(isUnclear);
    if (saysNotSent) expect(['earlierSent', 'laterSent'].includes(said)).toBe(confirmed.length > 0);
    if (said === 'kept') expect(tab.stored).toBe(text);
    if (tab.unheard.length > 0 || tab.isSending || tab.hasTyped) return;
    // it shows the confirmation instead
    expect(isConfirmed).toBe(false);
    const references = confirmed.map(({ reference }) => reference);
    if (references.length > 0) expect(references).toContain(tab.submission.state().previous);
    const isGone = said === 'onlyHere' && !tab.stored && !tab.isAlone;
    if (isGone) expect(this.cleared).toContain(`${thread} ${text}`);
  }

  /** One message has one key, whichever tab sends it. */
  #checkKeys() {
    const keys = new Map(this.requests.map(({ message, key }) => [message, key]));
    for (const { message, key } of this.requests) expect(keys.get(message)).toBe(key);
    expect(new Set(keys.values()).size).toBe(keys.size);
  }
}

function responseTo(given: Answer, reference: string): Promise<object> {
  if (given === 'lost' || given === 'never arrived') return Promise.reject(new TypeError(given));
  const isConfirmed = given === 'confirmed';
  const body = isConfirmed ? { status: 'success' } : { status: 'error', code: 'unavailable' };
  return Promise.resolve({
    ok: isConfirmed,
    status: isConfirmed ? 200 : 503,
    headers: new Headers(isConfirmed ? { 'Enquiry-Reference': reference } : {}),
    text: async () => JSON.stringify(body),
  });
}
