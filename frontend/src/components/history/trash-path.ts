/** Where the screen of deleted records is; `kind` shows those of one kind. */
export const TRASH_PATH = '/trash';
