import { AuthModule } from './features/auth/auth.module';
import { ProductsModule } from './features/products/products.module';
import { StatisticsModule } from './features/statistics/statistics.module';

/** The features of the app, a line each. A new module is added here. */
export const features = [AuthModule, ProductsModule, StatisticsModule];

/** Paths whose bodies carry images and may therefore be large. */
export const imagePaths = ['/api/products'];
