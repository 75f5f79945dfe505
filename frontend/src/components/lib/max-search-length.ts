/** The most that a search can have; the server takes no more. */
export const MAX_SEARCH_LENGTH = 200;
