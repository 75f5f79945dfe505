/** Where one sees what one has not sent yet. */
export const DRAFTS_PATH = '/drafts';
