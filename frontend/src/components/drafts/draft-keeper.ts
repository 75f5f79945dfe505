import { versionOf, withVersion } from '@ecom-crm/openapi/http';
import { claimDraft, type Release } from './draft-claims';
import { ABOUT, draftAbout, draftPath, listDrafts, newDraftPage } from './draft-list';
import { DraftWriter, isPictures } from './draft-writer';
import { newIdempotencyKey } from '../lib/idempotency';
import { differ, sameValues } from '../lib/same-values';

/** Milliseconds after which what was typed is written. */
const DELAY_MS = 300;
/** The key of what is kept with the fields; no field has this name. */
const BASED_ON = '';
const VERSION = ' version';
const IDEMPOTENCY_KEY = ' idempotency-key';

/** What was kept of a form, and the record it was typed against (undefined for a new one). */
export interface KeptDraft<Values> {
  values: Partial<Values>;
  basedOn: unknown;
}

/** Which draft a form opens with. */
export interface DraftChoice {
  /** The one that was asked for; otherwise the newest that no other tab works on. */
  page?: string;
  /** Whether another tab loses it. */
  takesOver: boolean;
  onLost: () => void;
}

/** Keeps what is typed into one form, from its first change until it is saved or discarded. */
export class DraftKeeper<Values extends object> {
  /** The record that was typed against, with its version; older than the form where the draft is. */
  basedOn: unknown;
  /**
   * The key by which the server knows this form however often it is sent: kept with the draft until it is saved or
   * discarded, whatever is typed. So a try whose answer was lost is never saved twice: sent again as it was, it is known;
   * changed since, it is saved if the first try was not, and refused if it was (422): then a person decides.
   */
  idempotencyKey = newIdempotencyKey();
  /** Whether what the form holds is being sent: it is left without a question. */
  isSent = false;
  /** A draft of this form that it was not opened with: another tab works on it, or it was read too late. */
  passedOver: { kind: 'elsewhere' | 'earlier'; page: string } | undefined;
  private writer: DraftWriter;
  private changes: Values | undefined;
  private heading = '';
  private opening: Promise<unknown> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRead = false;
  /** Whether nothing was noted since it was saved or discarded. */
  private isCleared = false;
  private release: Release | undefined;
  /** Counts how often it was opened and closed: what an earlier opening finds counts no more. */
  private turn = 0;

  /** `record`: as it was when the form was opened. */
  constructor(
    private readonly owner: number,
    private readonly path: string,
    private readonly initialValues: Values,
    private readonly record: unknown,
  ) {
    this.writer = this.newWriter();
    this.basedOn = record;
  }

  /** Where the draft is kept. */
  get page(): string {
    return this.writer.key.page;
  }

  /** Whether the form holds anything that is not saved. */
  get isChanged(): boolean {
    return this.changes !== undefined;
  }

  /** Whether all that was typed is in the store. */
  get isStored(): boolean {
    return this.isSafeToClose && this.timer === undefined;
  }

  /** The same but for the last words, which are written while the page closes. */
  get isSafeToClose(): boolean {
    return !this.changes || this.writer.isStored;
  }

  /** Takes a draft for this tab and answers what was kept in it; nothing is written before this is known, lest it be lost. */
  open(choice: DraftChoice): Promise<KeptDraft<Values> | undefined> {
    this.turn += 1;
    const { turn } = this;
    // After an earlier opening has given back what it took.
    const opening = this.opening.then(() => this.claim(choice, turn));
    this.opening = opening;
    return opening;
  }

  /** Whether nothing was typed but these values. */
  holdsOnly(values: Partial<Values>): boolean {
    const { changes } = this;
    return !changes || sameValues({ ...changes, ...values }, changes);
  }

  /** Writes what waits, and lets other tabs have the draft. */
  close(): void {
    if (this.changes && !this.isRead) {
      // What was typed before an earlier draft was read is another draft, so that neither is lost.
      this.writer = this.newWriter();
      this.isRead = true;
    }
    this.flush();
    this.turn += 1;
    this.release?.();
    this.release = undefined;
  }

  /** Notes what the form holds now, to be written in a moment; new pictures at once, for they take their time. */
  note(values: Values, changed: object = values): void {
    // A photo may be prepared after the form was saved and left.
    if (this.isCleared && !this.release) return;
    this.isCleared = false;
    this.changes = sameValues(values, this.initialValues) ? undefined : values;
    if (!this.changes) this.basedOn = this.record;
    // Another screen may be shown when it is written.
    this.heading ||= document.querySelector('main h1')?.textContent ?? '';
    this.timer ??= setTimeout(() => this.flush(), DELAY_MS);
    if (Object.values(changed).some(isPictures)) this.flush();
  }

  /** Writes at once what waits to be written. */
  flush(): void {
    if (this.timer === undefined || !this.isRead) return;
    this.cancel();
    if (this.changes)
      this.writer.write({
        [ABOUT]: draftAbout(this.heading, this.changes, this.initialValues),
        [IDEMPOTENCY_KEY]: this.idempotencyKey,
        [VERSION]: versionOf(this.basedOn),
        [BASED_ON]: this.basedOn,
        ...this.changes,
      });
    else this.writer.remove();
  }

  /** Writes all that was typed, and answers whether it could. */
  async store(): Promise<boolean> {
    await this.opening;
    if (!this.writer.canStore) this.rewrite();
    this.flush();
    await this.writer.settle();
    return this.writer.canStore;
  }

  /**
   * Writes what is being sent, and answers whether the form can be left while it is sent. It need not be in the store by then,
   * where what was typed before is: the browser takes its time.
   */
  async storeSent(): Promise<boolean> {
    this.flush();
    this.isSent = (this.writer.canStore && this.writer.hasStored) || (await this.store());
    return this.isSent;
  }

  /** Writes everything once more: in another tab the same draft may have been discarded. */
  rewrite(): void {
    if (!this.changes) return;
    this.writer.forgetWritten();
    this.note(this.changes);
  }

  /** What is sent from now on is another record. */
  renewKey(): void {
    this.idempotencyKey = newIdempotencyKey();
    // After the form is closed the draft may be another form's.
    if (this.changes && this.release) this.note(this.changes);
  }

  /** Forgets the draft: it was saved or discarded, and the form counts as unchanged. */
  clear(): void {
    this.startOver();
    this.isCleared = true;
    this.writer.remove();
  }

  private async claim(choice: DraftChoice, turn: number): Promise<KeptDraft<Values> | undefined> {
    const drafts = (await this.writer.attempt(listDrafts(this.owner))) ?? [];
    const pages = drafts.map(({ page }) => page).filter((page) => draftPath(page) === this.path);
    pages.sort((one, other) => Number(other === choice.page) - Number(one === choice.page));
    this.passedOver = undefined;
    for (const page of [...pages, this.page]) {
      const writer = page === this.page ? this.writer : this.newWriter(page);
      const takesOver = choice.takesOver && page === choice.page;
      const release = await claimDraft(writer.key, { takesOver, onLost: () => this.lose(choice) });
      if (turn !== this.turn) return void release?.();
      if (release) {
        this.release = release;
        this.writer = writer;
        const found = await writer.read();
        const typed = this.isRead ? undefined : this.changes;
        if (!found || !typed || !differ(this.initialValues, typed, found)) return this.take(found);
        // Typed before it was read, into the same field: another draft, so that neither is lost.
        release();
      }
      this.passedOver ??= { kind: release ? 'earlier' : 'elsewhere', page };
    }
    return this.take(undefined);
  }

  private take(found: Record<string, unknown> | undefined): KeptDraft<Values> | undefined {
    this.isRead = true;
    if (!found) {
      this.flush();
      return undefined;
    }
    // What is typed from now on needs a new timer.
    this.cancel();
    this.passedOver = undefined;
    const { [BASED_ON]: basedOn, [VERSION]: version, [IDEMPOTENCY_KEY]: key, [ABOUT]: _about, ...values } = found;
    this.basedOn = withVersion(basedOn, version as string | undefined);
    if (typeof key === 'string') this.idempotencyKey = key;
    return { values: values as Partial<Values>, basedOn };
  }

  /** Another tab goes on with the draft: what is typed here from now on is another one. */
  private lose({ onLost }: DraftChoice): void {
    this.startOver();
    this.writer = this.newWriter();
    void claimDraft(this.writer.key, { takesOver: false, onLost }).then((release) => {
      this.release = release;
    });
    onLost();
  }

  private newWriter(page = newDraftPage(this.path)): DraftWriter {
    return new DraftWriter({ owner: this.owner, page });
  }

  private startOver(): void {
    this.cancel();
    this.changes = undefined;
    this.basedOn = this.record;
    this.idempotencyKey = newIdempotencyKey();
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
