/** The screen of all notifications. */
export const NOTIFICATIONS_PATH = '/notifications';
