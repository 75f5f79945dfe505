import type { Feature } from '../../components/record/feature';
import { AskIcon } from '../../components/record/record-icons';
import { returnPaths } from './return-paths';

/** Returns. */
export const returns: Feature = {
  menu: { label: 'Returns', path: returnPaths.list },
  commands: [
    { label: 'Returns', group: 'Screens', keys: 'g e', path: returnPaths.list },
    { label: 'New Return', group: 'Actions', path: returnPaths.add },
  ],
  record: {
    kind: 'return',
    noun: 'return',
    api: '/api/returns',
    isThread: true,
    path: returnPaths.detail,
    count: { name: 'returns', label: 'Returns', cardLabel: 'Total returns', icon: AskIcon, path: returnPaths.list },
  },
  routes: [
    { path: returnPaths.list, load: async () => (await import('./return-list')).ReturnList },
    { path: returnPaths.add, load: async () => (await import('./return-new')).ReturnNew },
    { path: '/returns/:id', load: async () => (await import('./return-detail')).ReturnDetail },
    { path: '/returns/:id/edit', load: async () => (await import('./return-edit')).ReturnEdit },
  ],
};
