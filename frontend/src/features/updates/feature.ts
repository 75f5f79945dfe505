import type { Feature } from '../../components/feature';
import { updatePaths } from './update-paths';

/** News that staff publish. */
export const updates: Feature = {
  menu: { label: 'Updates', path: updatePaths.list },
  routes: [
    { path: updatePaths.list, load: async () => (await import('./update-list')).UpdateList },
    { path: updatePaths.add, load: async () => (await import('./update-new')).UpdateNew },
    { path: '/updates/:id', load: async () => (await import('./update-detail')).UpdateDetail },
  ],
};
