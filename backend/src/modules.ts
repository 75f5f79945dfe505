import { AuthModule } from './features/auth/auth.module';
import { PRODUCT_FILE_BODY } from './features/products/import/csv-file';
import { ProductsModule } from './features/products/products.module';
import { QuestionsModule } from './features/questions/questions.module';
import { ProblemsModule } from './features/problems/problems.module';
import { UpdatesModule } from './features/updates/updates.module';
import { AnswersModule } from './features/answers/answers.module';
import { QueueModule } from './features/queue/queue.module';
import { TagsModule } from './features/tags/tags.module';
import { LinksModule } from './features/links/links.module';
import { SearchModule } from './search/search.module';
import { StatisticsModule } from './features/statistics/statistics.module';
import { ViewsModule } from './features/views/views.module';
import { NotificationsModule } from './features/notifications/notifications.module';
import { TrendsModule } from './features/trends/trends.module';
import { WebhooksModule } from './features/webhooks/webhooks.module';
import { FORM_BODY } from './images/uploaded-files.interceptor';

/** The features of the app; `npm run new:module` adds its own. Kinds of records are searched and counted in this order of imports. */
export const features = [
  AuthModule,
  // Its addresses, such as /api/products/affected, come before /api/products/:id.
  TrendsModule,
  ProductsModule,
  QuestionsModule,
  ProblemsModule,
  UpdatesModule,
  AnswersModule,
  QueueModule,
  TagsModule,
  LinksModule,
  SearchModule,
  StatisticsModule,
  ViewsModule,
  WebhooksModule,
  NotificationsModule,
];

/** Paths that take a body without a sign-in, paths whose JSON carries images and may therefore be large, and paths that take files. */
export const bodyPaths = {
  public: ['/api/login', '/api/register', '/api/logout'],
  images: ['/api/products', '/api/problems'],
  files: { '/api/product-imports': PRODUCT_FILE_BODY, '/api/images': FORM_BODY },
};
