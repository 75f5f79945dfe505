import type { Feature } from '../../components/record/feature';
import { NewsIcon } from '../../components/record/record-icons';
import { updatePaths } from './update-paths';

/** Updates. */
export const updates: Feature = {
  menu: { label: 'Updates', path: updatePaths.list },
  commands: [
    { label: 'Updates', group: 'Screens', keys: 'g u', path: updatePaths.list },
    { label: 'New Update', group: 'Actions', path: updatePaths.add },
  ],
  record: {
    kind: 'update',
    noun: 'update',
    api: '/api/updates',
    hasStatus: true,
    path: updatePaths.detail,
    count: { name: 'updates', label: 'Updates', cardLabel: 'Recent updates', icon: NewsIcon, path: updatePaths.list },
  },
  routes: [
    { path: updatePaths.list, load: async () => (await import('./update-list')).UpdateList },
    { path: updatePaths.add, load: async () => (await import('./update-new')).UpdateNew },
    { path: '/updates/:id', load: async () => (await import('./update-detail')).UpdateDetail },
    { path: '/updates/:id/edit', load: async () => (await import('./update-edit')).UpdateEdit },
  ],
};
