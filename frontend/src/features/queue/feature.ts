import type { Feature } from '../../components/record/feature';
import { QueueIcon } from '../../components/record/record-icons';
import { QUEUE_PATH } from '../../components/thread/queue/queue-path';

/** What to do next, over all kinds of threads. */
export const queue: Feature = {
  menu: { label: 'Queue', path: QUEUE_PATH, icon: QueueIcon },
  commands: [{ label: 'Queue', group: 'Screens', keys: 'g w', words: 'work next waiting inbox', path: QUEUE_PATH }],
  routes: [{ path: QUEUE_PATH, load: async () => (await import('./queue-screen')).QueueScreen }],
};
