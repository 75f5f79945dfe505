import { AuthModule } from './features/auth/auth.module';
import { MAX_BYTES } from './features/products/import/csv-file';
import { ProblemsModule } from './features/problems/problems.module';
import { ProductsModule } from './features/products/products.module';
import { QuestionsModule } from './features/questions/questions.module';
import { SearchModule } from './features/search/search.module';
import { StatisticsModule } from './features/statistics/statistics.module';
import { UpdatesModule } from './features/updates/updates.module';

/** The features of the app, a line each. A new module is added here. */
export const features = [AuthModule, ProductsModule, QuestionsModule, ProblemsModule, UpdatesModule, StatisticsModule, SearchModule];

/** Paths whose bodies carry images and may therefore be large, and those that take files of CSV, of how many bytes. */
export const bodyPaths = { images: ['/api/products', '/api/problems'], csv: { '/api/product-imports': MAX_BYTES } };
