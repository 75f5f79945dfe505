import type { Feature } from '../../components/record/feature';
import { TOKENS_PATH } from './token-paths';

/** The access tokens with which programs of the signed-in person sign in. */
export const tokens: Feature = {
  commands: [{ label: 'Access tokens', group: 'Screens', words: 'api key personal token', path: TOKENS_PATH }],
  routes: [{ path: TOKENS_PATH, load: async () => (await import('./token-list')).TokenList }],
};
