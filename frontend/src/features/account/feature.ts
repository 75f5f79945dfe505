import type { Feature } from '../../components/record/feature';
import { ACCOUNT_PATH, COLLEAGUES_PATH } from './account-paths';

/** One's own account, and those of one's colleagues. */
export const account: Feature = {
  commands: [
    {
      label: 'Account',
      group: 'Screens',
      words: 'display name change password sessions browsers signed in profile',
      path: ACCOUNT_PATH,
    },
    {
      label: 'Colleagues',
      group: 'Screens',
      words: 'people staff users deactivate reactivate',
      path: COLLEAGUES_PATH,
    },
  ],
  routes: [
    { path: ACCOUNT_PATH, load: async () => (await import('./account-screen')).AccountScreen },
    { path: COLLEAGUES_PATH, load: async () => (await import('./colleague-list')).ColleagueList },
  ],
};
