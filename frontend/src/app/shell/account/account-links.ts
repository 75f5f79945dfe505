import { ACCOUNT_PATH, COLLEAGUES_PATH } from '../../../features/account/account-paths';
import { TOKENS_PATH } from '../../../features/tokens/token-paths';

/** An entry of the account menu that leads somewhere. `isOutside` is a page of the server, outside the app's screens. */
export interface AccountLink {
  label: string;
  path: string;
  isOutside?: true;
}

/** The links of the account menu, from top to bottom. */
// prettier-ignore
export const accountLinks: AccountLink[] = [
  { label: 'Account', path: ACCOUNT_PATH },
  { label: 'Colleagues', path: COLLEAGUES_PATH },
  { label: 'Access tokens', path: TOKENS_PATH },
  { label: 'API docs', path: '/docs', isOutside: true },
];
