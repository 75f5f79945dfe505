import type { Feature } from '../../components/record/feature';
import { TRASH_PATH } from '../../components/history/trash-path';

/** What was deleted. */
export const trash: Feature = {
  commands: [{ label: 'Deleted records', group: 'Screens', words: 'trash restore bin', path: TRASH_PATH }],
  routes: [{ path: TRASH_PATH, load: async () => (await import('./trash-screen')).TrashScreen }],
};
