/** Where the screen of what changed is. */
export const ACTIVITY_PATH = '/activity';
