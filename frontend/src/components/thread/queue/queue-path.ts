/** Where the queue is in the app. */
export const QUEUE_PATH = '/queue';
