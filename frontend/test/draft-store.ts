import type { DraftFields, DraftKey } from '../src/components/draft-store';

// Stands in for the browser's database, which jsdom does not have.
const drafts = new Map<string, DraftFields>();

// As the real one: what was read is no longer what the form holds.
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const nameOf = ({ owner, page }: DraftKey) => `${owner} ${page}`;

export async function readDraft(key: DraftKey): Promise<DraftFields | undefined> {
  const found = drafts.get(nameOf(key));
  return found && copy(found);
}

export async function writeField(key: DraftKey, name: string, value: unknown): Promise<void> {
  drafts.set(nameOf(key), { ...drafts.get(nameOf(key)), ...copy({ [name]: value }) });
}

/** Removes every draft, between tests. */
export function forgetDrafts(): void {
  drafts.clear();
}

export async function deleteDraft(key: DraftKey): Promise<void> {
  drafts.delete(nameOf(key));
}
