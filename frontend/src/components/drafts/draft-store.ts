// Drafts in the browser's own database: pictures as data URLs do not fit its other storages. A record holds one field of
// one form, so that typing a word does not write the pictures again.

const DATABASE = 'ecom-crm';
const STORE = 'drafts';

/** Whose draft it is (the id of the user), and which form it is for: its path, and what tells two drafts of one form apart. */
export interface DraftKey {
  owner: number;
  page: string;
}

/** The values of a form, by field. */
export type DraftFields = Record<string, unknown>;

let opening: Promise<IDBDatabase> | undefined;

/** The fields of a draft, or undefined where there is none. */
export async function readDraft(key: DraftKey): Promise<DraftFields | undefined> {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const [keys, values] = await Promise.all([done(store.getAllKeys(fieldsOf(key))), done(store.getAll(fieldsOf(key)))]);
  if (keys.length === 0) return undefined;
  return Object.fromEntries(keys.map((path, index) => [(path as string[])[2], values[index]]));
}

/** One field of every draft of a person; undefined where a draft does not have it. */
export async function readFieldOfDrafts(owner: number, name: string): Promise<{ page: string; value: unknown }[]> {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const keys = await done(store.getAllKeys(IDBKeyRange.bound([owner], [owner, []])));
  const pages = [...new Set(keys.map((path) => (path as string[])[1]!))];
  return Promise.all(
    pages.map(async (page) => ({ page, value: (await done(store.get([owner, page, name]))) as unknown })),
  );
}

/** Writes one field of a draft; the others stay as they are. */
export async function writeField({ owner, page }: DraftKey, name: string, value: unknown): Promise<void> {
  await change((store) => store.put(value, [owner, page, name]));
}

/** Removes a draft. */
export async function deleteDraft(key: DraftKey): Promise<void> {
  await change((store) => store.delete(fieldsOf(key)));
}

async function change(act: (store: IDBObjectStore) => unknown): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The draft could not be stored'));
  });
  act(transaction.objectStore(STORE));
  // Without this the browser waits for the page to have nothing to add, and a page that is being closed never answers.
  transaction.commit();
  return finished;
}

function database(): Promise<IDBDatabase> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const opened = await done(request);
  opened.onclose = () => (opening = undefined);
  return opened;
}

// An array is greater than any text, so this reaches all fields of the form.
function fieldsOf({ owner, page }: DraftKey): IDBKeyRange {
  return IDBKeyRange.bound([owner, page], [owner, page, []]);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The drafts could not be read'));
  });
}
