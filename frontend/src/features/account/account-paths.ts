/** Where one sees one's own account. */
export const ACCOUNT_PATH = '/account';
/** Where one sees who works here. */
export const COLLEAGUES_PATH = '/colleagues';
