import { publishDraftsChanged } from './draft-list';
import { deleteDraft, readDraft, writeField, type DraftFields, type DraftKey } from './draft-store';
import { sameValues } from '../lib/same-values';

/** Reads and writes one draft in the store. A browser may be full or refuse: then `canStore` is false, and nothing throws. */
export class DraftWriter {
  /** Whether the last attempt succeeded. */
  canStore = true;
  /** Whether a write of this draft succeeded. */
  hasStored = false;
  /** What the store holds, so that only what differs is written. */
  private written: DraftFields = {};
  private writes = 0;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(readonly key: DraftKey) {}

  /** Whether the draft is in the store, and no write is under way. */
  get isStored(): boolean {
    return this.canStore && this.writes === 0 && !this.isEmpty;
  }

  private get isEmpty(): boolean {
    return Object.keys(this.written).length === 0;
  }

  async read(): Promise<DraftFields | undefined> {
    const found = await this.attempt(readDraft(this.key));
    if (found) this.written = found;
    return found;
  }

  write(fields: DraftFields): void {
    const isNew = this.isEmpty;
    const changed = Object.entries(fields).filter(
      ([name, value]) => !(name in this.written && sameValues(this.written[name], value)),
    );
    this.written = fields;
    // Each by itself, and pictures last: if the page closes in the middle, what is small is safe.
    const small = changed.filter(([, value]) => !isPictures(value));
    const large = changed.filter(([, value]) => isPictures(value));
    this.change(Promise.all([...small, ...large].map(([name, value]) => writeField(this.key, name, value))), isNew);
  }

  /** Removes all of it, whatever is known to be stored: of a write that failed some fields may be in the store. */
  remove(): void {
    this.written = {};
    this.change(deleteDraft(this.key), true);
  }

  /** The next write writes every field: the draft may have been discarded in another tab. */
  forgetWritten(): void {
    this.written = {};
  }

  /** Waits for the writes under way. */
  async settle(): Promise<void> {
    await this.writing;
  }

  /** What an attempt on the store gives, or undefined where it fails. */
  async attempt<T>(attempt: Promise<T>): Promise<T | undefined> {
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

  /** `isListed`: whether the list of drafts is another one after it. */
  private change(attempt: Promise<unknown>, isListed: boolean): void {
    this.writes += 1;
    const done = this.attempt(attempt).then(() => {
      this.writes -= 1;
      this.hasStored ||= this.canStore && !this.isEmpty;
      if (isListed) publishDraftsChanged();
    });
    this.writing = Promise.all([this.writing, done]);
  }
}

export function isPictures(value: unknown): boolean {
  return Array.isArray(value) && value.some((part) => typeof part === 'string');
}
