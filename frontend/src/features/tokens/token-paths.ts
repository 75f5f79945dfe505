/** Where one sees one's access tokens. */
export const TOKENS_PATH = '/tokens';
