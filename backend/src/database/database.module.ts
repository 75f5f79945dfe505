import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Env } from '../config/env';
import { dataSourceOptions } from './data-source';
import { DatabaseHealth } from './database-health';
import { migrate } from './migrate';
import { clientClass } from '../platform/tracing/sql-comments';
import { ReadReplicas } from '../platform/replicas/read-replicas';

/** The connection to PostgreSQL. The app does not wait for it: `DatabaseHealth` says whether it is there. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Env, DatabaseHealth],
      useFactory: (env: Env, { openSocket }: DatabaseHealth) => {
        const options = dataSourceOptions(env.DATABASE_URL);
        const extra = { ...options.extra, Client: clientClass(env), stream: openSocket };
        return { ...options, extra, manualInitialization: true };
      },
    }),
  ],
  providers: [DatabaseHealth, ReadReplicas],
  exports: [DatabaseHealth],
})
export class DatabaseModule implements OnModuleInit {
  constructor(
    private readonly source: DataSource,
    private readonly databaseHealth: DatabaseHealth,
  ) {}

  onModuleInit(): void {
    this.databaseHealth.start(async () => {
      if (!this.source.isInitialized) await this.source.initialize();
      await migrate(this.source);
    });
  }
}
