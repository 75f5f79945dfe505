import type { Feature } from '../../components/feature';
import { updatePaths } from './update-paths';

/** News that staff publish. */
export const updates: Feature = {
  menu: { label: 'Updates', path: updatePaths.list },
  commands: [
    { label: 'Updates', group: 'Screens', keys: 'g u', path: updatePaths.list },
    { label: 'New Update', group: 'Actions', path: updatePaths.add },
  ],
  record: { kind: 'update', path: updatePaths.detail },
  routes: [
    { path: updatePaths.list, load: async () => (await import('./update-list')).UpdateList },
    { path: updatePaths.add, load: async () => (await import('./update-new')).UpdateNew },
    { path: '/updates/:id', load: async () => (await import('./update-detail')).UpdateDetail },
  ],
};
