import type { Feature } from '../../components/record/feature';
import { ACTIVITY_PATH } from './activity-paths';

/** What everybody did. */
export const activity: Feature = {
  commands: [{ label: 'What changed', group: 'Screens', keys: 'g c', words: 'activity history', path: ACTIVITY_PATH }],
  routes: [{ path: ACTIVITY_PATH, load: async () => (await import('./activity-screen')).ActivityScreen }],
};
