import { deleteDraft, readDraft, writeField, type DraftFields, type DraftKey } from './draft-store';
import { sameValues } from './same-values';

/** Milliseconds after which what was typed is written. */
const DELAY_MS = 300;
/** No field of a form is called so. */
const BASED_ON = '';

/** What was kept of a form, and the record it was typed against (undefined for a new one). */
export interface KeptDraft<Values> {
  values: Partial<Values>;
  basedOn: unknown;
}

/** Keeps what is typed into one form, from its first change until it is saved or discarded. */
export class DraftKeeper<Values extends object> {
  /** Whether the last draft could be stored; a browser may be full or refuse. */
  canStore = true;
  private readonly key: DraftKey;
  private readonly initialValues: Values;
  /** The record as it is now, and as it was when the draft was begun. */
  private readonly record: unknown;
  private basedOn: unknown;
  private changes: Values | undefined;
  /** What the store holds, so that only what differs is written. */
  private written: DraftFields = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRead = false;

  constructor(key: DraftKey, initialValues: Values, record: unknown) {
    this.key = key;
    this.initialValues = initialValues;
    this.record = record;
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
    const { [BASED_ON]: basedOn, ...values } = found;
    this.basedOn = basedOn;
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
    if (this.changes) this.write({ ...this.changes, [BASED_ON]: this.basedOn });
    else this.remove();
  }

  /** Writes everything once more: in another tab the same draft may have been saved or discarded. */
  rewrite(): void {
    if (!this.changes) return;
    this.written = {};
    this.note(this.changes);
  }

  /** Forgets the draft: it was saved or discarded, and the form counts as unchanged. */
  clear(): void {
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
    const news = Object.entries(fields).filter(([name, value]) => !(name in this.written && sameValues(this.written[name], value)));
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
