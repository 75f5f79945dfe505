import type { Feature } from '../../components/record/feature';

/** The start page. */
export const dashboard: Feature = {
  commands: [{ label: 'Dashboard', group: 'Screens', keys: 'g d', path: '/' }],
  routes: [{ path: '/', load: async () => (await import('./dashboard')).Dashboard }],
};
