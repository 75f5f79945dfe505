/** Where one sees where changes are sent. */
export const WEBHOOKS_PATH = '/webhooks';
