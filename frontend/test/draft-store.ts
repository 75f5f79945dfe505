import type { DraftFields, DraftKey } from '../src/components/drafts/draft-store';

// Stands in for the browser's database, which jsdom does not have.
const drafts = new Map<string, DraftFields>();
let isFull: (field: string) => boolean = () => false;
let reading = Promise.resolve();
let writing: Promise<void> | undefined;

// As the real one: what was read is no longer what the form holds.
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const nameOf = ({ owner, page }: DraftKey) => `${owner} ${page}`;

export async function readDraft(key: DraftKey): Promise<DraftFields | undefined> {
  const found = drafts.get(nameOf(key));
  return found && copy(found);
}

export async function readFieldOfDrafts(owner: number, name: string): Promise<{ page: string; value: unknown }[]> {
  await reading;
  const own = [...drafts].filter(([draft]) => draft.startsWith(`${owner} `));
  return own.map(([draft, fields]) => ({ page: draft.slice(`${owner} `.length), value: fields[name] }));
}

export async function writeField(key: DraftKey, name: string, value: unknown): Promise<void> {
  // Where nothing is held, it is stored at once.
  if (writing) await writing;
  if (isFull(name)) throw new Error('Quota exceeded');
  drafts.set(nameOf(key), { ...drafts.get(nameOf(key)), ...copy({ [name]: value }) });
}

export async function deleteDraft(key: DraftKey): Promise<void> {
  drafts.delete(nameOf(key));
}

/** From now on nothing can be stored, or not the field of this name, until the test ends. */
export function fillStore(field?: string): void {
  isFull = (name) => field === undefined || name === field;
}

/** From now on nothing is read, until what this answers is called or the test ends. */
export function holdReading(): () => void {
  let release: () => void = () => undefined;
  reading = new Promise((resolve) => (release = resolve));
  return release;
}

/** From now on nothing is stored, until what this answers is called or the test ends. */
export function holdWriting(): () => void {
  let release: () => void = () => undefined;
  writing = new Promise((resolve) => (release = resolve));
  return release;
}

/** Removes every draft, between tests. */
export function forgetDrafts(): void {
  drafts.clear();
  isFull = () => false;
  reading = Promise.resolve();
  writing = undefined;
}
