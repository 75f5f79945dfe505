import { ACCOUNT_PATH, COLLEAGUES_PATH } from '../../../features/account/account-paths';
import { ACTIVITY_PATH } from '../../../features/activity/activity-paths';
import { TOKENS_PATH } from '../../../features/tokens/token-paths';
import { WEBHOOKS_PATH } from '../../../features/webhooks/webhook-paths';
import { TRASH_PATH } from '../../../components/history/trash-path';

/** An entry of the account menu that leads somewhere. `isOutside` is a page of the server, outside the app's screens. */
export interface AccountLink {
  label: string;
  path: string;
  isOutside?: true;
}

/** The links of the account menu, from top to bottom. */
// prettier-ignore
export const accountLinks: AccountLink[] = [
  { label: 'What changed', path: ACTIVITY_PATH },
  { label: 'Deleted records', path: TRASH_PATH },
  { label: 'Account', path: ACCOUNT_PATH },
  { label: 'Colleagues', path: COLLEAGUES_PATH },
  { label: 'Access tokens', path: TOKENS_PATH },
  { label: 'Webhooks', path: WEBHOOKS_PATH },
  { label: 'API docs', path: '/docs', isOutside: true },
];
