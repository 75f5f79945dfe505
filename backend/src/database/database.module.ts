import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Env } from '../config/env';
import { dataSourceOptions } from './data-source';
import { Lifeline } from './database-health';
import { migrate } from './migrate';
import { ReadReplicas } from '../platform/replicas/read-replicas';

/** The connection to PostgreSQL. The app does not wait for it: `Lifeline` says whether it is there. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Env, Lifeline],
      useFactory: (env: Env, { Client }: Lifeline) => {
        const options = dataSourceOptions(env.DATABASE_URL);
        return { ...options, extra: { ...options.extra, Client }, manualInitialization: true };
      },
    }),
  ],
  providers: [Lifeline, ReadReplicas],
  exports: [Lifeline],
})
export class DatabaseModule implements OnModuleInit {
  constructor(
    private readonly source: DataSource,
    private readonly lifeline: Lifeline,
  ) {}

  onModuleInit(): void {
    this.lifeline.start(async () => {
      if (!this.source.isInitialized) await this.source.initialize();
      await migrate(this.source);
    });
  }
}
