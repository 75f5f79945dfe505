import { accountWalk, colleaguesWalk } from './account';
import { activityWalk, trashWalk } from './activity';
import { conflictWalk } from './conflict';
import { dashboardWalk } from './dashboard';
import { draftsWalk } from './drafts';
import { listWalks } from './lists';
import { notificationsWalk } from './notifications';
import { paletteWalk } from './palette';
import { problemWalks } from './problems';
import { productImportWalk } from './product-import';
import { productFormWalk, productListWalk } from './products';
import { queueWalk } from './queue';
import { recordPageWalks } from './record-pages';
import { scanWalk } from './scan';
import { signInWalk } from './sign-in';
import type { Walk } from '../walk';
import { threadWalks } from './threads';
import { tokensWalk } from './tokens';
import { updateWalks } from './updates';
import { webhooksWalk } from './webhooks';

/** Every screen in every state that a person can meet. */
export const screenWalks: Walk[] = [
  signInWalk,
  dashboardWalk,
  productListWalk,
  productFormWalk,
  productImportWalk,
  conflictWalk,
  paletteWalk,
  ...threadWalks,
  ...problemWalks,
  ...updateWalks,
  queueWalk,
  ...recordPageWalks,
  ...listWalks,
  activityWalk,
  notificationsWalk,
  trashWalk,
  draftsWalk,
  accountWalk,
  colleaguesWalk,
  tokensWalk,
  webhooksWalk,
  scanWalk,
];
