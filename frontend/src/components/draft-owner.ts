import { createContext } from 'react';

/** The id of the user whose drafts are read and written. */
export const DraftOwner = createContext(0);
