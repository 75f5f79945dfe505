import type { Feature } from '../../components/record/feature';
import { WEBHOOKS_PATH } from './webhook-paths';

/** The addresses of other programs that changes are sent to, and what was sent. */
export const webhooks: Feature = {
  commands: [{ label: 'Webhooks', group: 'Screens', words: 'api integration address deliveries', path: WEBHOOKS_PATH }],
  routes: [{ path: WEBHOOKS_PATH, load: async () => (await import('./webhook-list')).WebhookList }],
};
