import type { Feature } from '../../components/record/feature';
import { NOTIFICATIONS_PATH } from './notifications-path';

/** What colleagues did that concerns the person who is signed in. */
export const notifications: Feature = {
  commands: [
    { label: 'Notifications', group: 'Screens', keys: 'g n', words: 'bell mentions unread', path: NOTIFICATIONS_PATH },
  ],
  routes: [
    { path: NOTIFICATIONS_PATH, load: async () => (await import('./notifications-screen')).NotificationsScreen },
  ],
};
