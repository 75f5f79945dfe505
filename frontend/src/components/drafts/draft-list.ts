import { deleteDraft, readDraft, readFieldOfDrafts, writeField, type DraftKey } from './draft-store';
import { onWindowEvents } from '../lib/window-events';

/** The field in which a draft says what it is; no field of a form has this name. */
export const ABOUT = ' about';
/** Characters of what was typed that the list of drafts shows. */
const EXCERPT_LENGTH = 120;
const CHANGED = 'drafts-changed';
const PATH_END = '#';
const SLOT_BYTES = 6;

/** What the list of drafts shows of one. */
export interface DraftAbout {
  /** Milliseconds since 1970. */
  savedAt: number;
  /** The heading of the screen with the form. */
  heading: string;
  /** The beginning of what was typed. */
  excerpt: string;
}

/** A draft in the list. */
export interface ListedDraft extends DraftAbout {
  page: string;
}

/** A line about a draft: the fields that differ from an empty form come first. */
export function draftAbout(heading: string, changes: object, initialValues: object): DraftAbout {
  const initial = new Map<string, unknown>(Object.entries(initialValues));
  const texts = Object.entries(changes).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
  const typed = texts.find(([name, value]) => initial.get(name) !== value) ?? texts[0];
  const excerpt = String(typed?.[1] ?? '').trim();
  return { savedAt: Date.now(), heading, excerpt: excerpt.slice(0, EXCERPT_LENGTH) };
}

/** Names a place for one more draft of the form at a path. */
export function newDraftPage(path: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SLOT_BYTES));
  return path + PATH_END + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Where the form of a draft is. */
export function draftPath(page: string): string {
  return page.split(PATH_END)[0]!;
}

/** All drafts of a person, the newest first. */
export async function listDrafts(owner: number): Promise<ListedDraft[]> {
  const found = await readFieldOfDrafts(owner, ABOUT);
  return found
    .map(({ page, value }) => ({
      page,
      ...((value as DraftAbout | undefined) ?? { savedAt: 0, heading: draftPath(page), excerpt: '' }),
    }))
    .sort((one, other) => other.savedAt - one.savedAt);
}

/** Tells this tab's list and count that a draft came or went; other tabs look when they are shown. */
export function publishDraftsChanged(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Calls back with the same list, now and whenever it may have changed; answers what ends it. */
export function watchDrafts(owner: number, onDrafts: (drafts: ListedDraft[]) => void): () => void {
  let isOver = false;
  const read = () =>
    void listDrafts(owner)
      .catch((): ListedDraft[] => [])
      .then((drafts) => {
        if (!isOver) onDrafts(drafts);
      });
  read();
  const stopListening = onWindowEvents([CHANGED, 'focus'], read);
  return () => {
    isOver = true;
    stopListening();
  };
}

/** Removes a draft, and answers what brings it back. */
export async function discardDraft(key: DraftKey): Promise<() => Promise<void>> {
  const fields = (await readDraft(key)) ?? {};
  await deleteDraft(key);
  publishDraftsChanged();
  return async () => {
    await Promise.all(Object.entries(fields).map(([name, value]) => writeField(key, name, value)));
    publishDraftsChanged();
  };
}
