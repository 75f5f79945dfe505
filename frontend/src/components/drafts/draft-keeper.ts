import { versionOf, withVersion } from '@ecom-crm/openapi/http';
import { deleteDraft, readDraft, writeField, type DraftFields, type DraftKey } from './draft-store';
import { newIdempotencyKey } from '../lib/idempotency';
import { sameValues } from '../lib/same-values';

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

/** Keeps what is typed into one form, from its first change until it is saved or discarded. */
export class DraftKeeper<Values extends object> {
  /** Whether the last draft could be stored; a browser may be full or refuse. */
  canStore = true;
  /** The record that was typed against, with its version; older than the form where the draft is. */
  basedOn: unknown;
  /**
   * The key by which the server knows this form however often it is sent: kept with the draft until it is saved or
   * discarded, whatever is typed. So a try whose answer was lost is never saved twice: sent again as it was, it is known;
   * changed since, it is saved if the first try was not, and refused if it was (422): then a person decides.
   */
  idempotencyKey = newIdempotencyKey();
  private changes: Values | undefined;
  /** What the store holds, so that only what differs is written. */
  private written: DraftFields = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRead = false;

  /** `record`: as it was when the form was opened. */
  constructor(
    private readonly key: DraftKey,
    private readonly initialValues: Values,
    private readonly record: unknown,
  ) {
    this.basedOn = record;
  }

  /** Whether the form holds anything that is not saved. */
  get isChanged(): boolean {
    return this.changes !== undefined;
  }

  /** What was kept earlier; nothing is written before this is known, lest it be lost. */
  async read(): Promise<KeptDraft<Values> | undefined> {
    const found = await this.stored(readDraft(this.key));
    this.isRead = true;
    if (!found) {
      this.flush();
      return undefined;
    }
    this.written = found;
    const { [BASED_ON]: basedOn, [VERSION]: version, [IDEMPOTENCY_KEY]: idempotencyKey, ...values } = found;
    this.basedOn = withVersion(basedOn, version as string | undefined);
    if (typeof idempotencyKey === 'string') this.idempotencyKey = idempotencyKey;
    return { values: values as Partial<Values>, basedOn };
  }

  /** Notes what the form holds now, to be written in a moment; new pictures at once, for they take their time. */
  note(values: Values, changed: object = values): void {
    this.changes = sameValues(values, this.initialValues) ? undefined : values;
    if (!this.changes) this.basedOn = this.record;
    this.timer ??= setTimeout(() => this.flush(), DELAY_MS);
    if (Object.values(changed).some(isPictures)) this.flush();
  }

  /** Writes at once what waits to be written. */
  flush(): void {
    if (this.timer === undefined || !this.isRead) return;
    this.cancel();
    if (this.changes)
      this.write({
        [IDEMPOTENCY_KEY]: this.idempotencyKey,
        [VERSION]: versionOf(this.basedOn),
        [BASED_ON]: this.basedOn,
        ...this.changes,
      });
    else this.remove();
  }

  /** Writes everything once more: in another tab the same draft may have been saved or discarded. */
  rewrite(): void {
    if (!this.changes) return;
    this.written = {};
    this.note(this.changes);
  }

  /** What is sent from now on is another record. */
  renewKey(): void {
    this.idempotencyKey = newIdempotencyKey();
    if (this.changes) this.note(this.changes);
  }

  /** Forgets the draft: it was saved or discarded, and the form counts as unchanged. */
  clear(): void {
    this.idempotencyKey = newIdempotencyKey();
    this.cancel();
    this.changes = undefined;
    this.basedOn = this.record;
    this.remove();
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private write(fields: DraftFields): void {
    const news = Object.entries(fields).filter(
      ([name, value]) => !(name in this.written && sameValues(this.written[name], value)),
    );
    this.written = fields;
    // Each by itself, and pictures last: if the page closes in the middle, what is small is safe.
    const small = news.filter(([, value]) => !isPictures(value));
    const large = news.filter(([, value]) => isPictures(value));
    for (const [name, value] of [...small, ...large]) void this.stored(writeField(this.key, name, value));
  }

  private remove(): void {
    if (Object.keys(this.written).length === 0) return;
    this.written = {};
    void this.stored(deleteDraft(this.key));
  }

  private async stored<T>(attempt: Promise<T>): Promise<T | undefined> {
    try {
      const result = await attempt;
      this.canStore = true;
      return result;
    } catch {
      this.canStore = false;
      this.written = {};
      return undefined;
    }
  }
}

function isPictures(value: unknown): boolean {
  return Array.isArray(value) && value.some((part) => typeof part === 'string');
}
