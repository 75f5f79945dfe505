import type { Feature } from '../../components/record/feature';
import { DRAFTS_PATH } from './draft-paths';

/** What the signed-in person typed into forms of this browser and has not saved yet. */
export const drafts: Feature = {
  commands: [{ label: 'Drafts', group: 'Screens', words: 'unsaved typed forms', path: DRAFTS_PATH }],
  routes: [{ path: DRAFTS_PATH, load: async () => (await import('./draft-screen')).DraftScreen }],
};
