import { document } from '../contract';

/** What writes, but no record; webhook-access holds what webhooks log. */
const NO_RECORD = [
  'login',
  'logout',
  'logoutEverywhere',
  'changePassword',
  'register',
  'createInvite',
  'uploadImages',
  'openRecord',
  'createProductImport',
  'mapProductImport',
  'deleteProductImportProfile',
  'changeCurrentUser',
  'deactivateUser',
  'reactivateUser',
  'endSession',
  'endOtherSessions',
  'createToken',
  'revokeToken',
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'replayWebhook',
  'replayDelivery',
  'readNotifications',
  'changeWatch',
];
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    responses: Object.keys(responses).map(Number),
  })),
);
/** The operations of the document that write records. */
export const writing = operations.filter(({ id, method }) => method !== 'GET' && !NO_RECORD.includes(id));
