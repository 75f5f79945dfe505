import { AuthModule } from './features/auth/auth.module';
import { ProblemsModule } from './features/problems/problems.module';
import { ProductsModule } from './features/products/products.module';
import { QuestionsModule } from './features/questions/questions.module';
import { SearchModule } from './features/search/search.module';
import { StatisticsModule } from './features/statistics/statistics.module';
import { UpdatesModule } from './features/updates/updates.module';
import { WebhooksModule } from './features/webhooks/webhooks.module';

/** The features of the app, a line each. A new module is added here. */
export const features = [AuthModule, ProductsModule, QuestionsModule, ProblemsModule, UpdatesModule, StatisticsModule, SearchModule, WebhooksModule];

/** Paths whose bodies carry images and may therefore be large. */
export const imagePaths = ['/api/products', '/api/problems'];
