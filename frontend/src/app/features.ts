import type { Feature } from '../components/record/feature';
import { registerRecordTypes } from '../components/record/record-types';
import { registerRecordPanels } from '../components/record/record-panels';
import { registerScreens } from '../components/record/screens';
import { account } from '../features/account/feature';
import { activity } from '../features/activity/feature';
import { answers } from '../features/answers/feature';
import { dashboard } from '../features/dashboard/feature';
import { drafts } from '../features/drafts/feature';
import { notifications } from '../features/notifications/feature';
import { problems } from '../features/problems/feature';
import { links } from '../features/links/feature';
import { products } from '../features/products/feature';
import { queue } from '../features/queue/feature';
import { questions } from '../features/questions/feature';
import { scan } from '../features/scan/feature';
import { tokens } from '../features/tokens/feature';
import { trash } from '../features/trash/feature';
import { updates } from '../features/updates/feature';
import { webhooks } from '../features/webhooks/feature';

/** The features of the signed-in app, in the order of the menu and the dashboard; `npm run new:module` adds its own. */
// prettier-ignore
export const features: Feature[] = [
  dashboard,
  products,
  problems,
  questions,
  updates,
  queue,
  account,
  tokens,
  webhooks,
  activity,
  notifications,
  trash,
  drafts,
  links,
  answers,
  scan,
];

registerScreens(features.flatMap(({ routes }) => routes));
registerRecordTypes(features.flatMap(({ record }) => record ?? []));
registerRecordPanels(features.flatMap(({ panels }) => panels ?? []));
