import { AuthModule } from './features/auth/auth.module';
import { MAX_BYTES } from './features/products/import/csv-file';
import { ProductsModule } from './features/products/products.module';
import { QuestionsModule } from './features/questions/questions.module';
import { ProblemsModule } from './features/problems/problems.module';
import { UpdatesModule } from './features/updates/updates.module';
import { SearchModule } from './search/search.module';
import { StatisticsModule } from './features/statistics/statistics.module';
import { WebhooksModule } from './features/webhooks/webhooks.module';

/** The features of the app; `npm run new:module` adds its own. Kinds of records are searched and counted in this order of imports. */
export const features = [
  AuthModule,
  ProductsModule,
  QuestionsModule,
  ProblemsModule,
  UpdatesModule,
  SearchModule,
  StatisticsModule,
  WebhooksModule,
];

/** Paths whose bodies carry images and may therefore be large, and those that take files of CSV, of how many bytes. */
export const bodyPaths = { images: ['/api/products', '/api/problems'], csv: { '/api/product-imports': MAX_BYTES } };
