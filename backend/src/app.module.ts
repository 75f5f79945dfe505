import { Module, type DynamicModule } from '@nestjs/common';
import { ChangesModule } from './changes/changes.module';
import { ConfigModule } from './config/config.module';
import type { Env } from './config/env';
import { DatabaseModule } from './database/database.module';
import { ImagesModule } from './images/images.module';
import { MetricsModule } from './platform/metrics/metrics.module';
import { features } from './modules';

/** The whole app: configuration, database, images, features. Guards are asked in this order: who it is first, in the features. */
@Module({})
export class AppModule {
  static register(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.register(env), DatabaseModule, MetricsModule, ...features, ChangesModule, ImagesModule],
    };
  }
}
