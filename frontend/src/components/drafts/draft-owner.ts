import { createContext } from 'react';

/** The id of the user whose drafts, and what was opened last, are read and written. */
export const DraftOwner = createContext(0);
