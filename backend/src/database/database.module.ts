import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Env } from '../config/env';
import { dataSourceOptions } from './data-source';
import { migrate } from './migrate';

/** The connection to PostgreSQL; ready once the schema is. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Env],
      useFactory: (env: Env) => ({ ...dataSourceOptions(env.DATABASE_URL), retryAttempts: 10, retryDelay: 1000 }),
      dataSourceFactory: async (options?: DataSourceOptions) => {
        const source = await new DataSource(options as DataSourceOptions).initialize();
        await migrate(source);
        return source;
      },
    }),
  ],
})
export class DatabaseModule {}
