import type { Feature } from '../../components/feature';

/** The start page. */
export const dashboard: Feature = {
  routes: [{ path: '/', load: async () => (await import('./dashboard')).Dashboard }],
};
