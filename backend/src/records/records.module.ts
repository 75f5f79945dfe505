import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { FollowUps } from './after-write';
import { WriteHooks } from './before-write';
import { ChangeNotifier } from './change-notifier';
import { DryRunGuard } from './dry-run.guard';
import { RecordWriter } from './record-writer';

/** How records are written, and how processes hear of it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ChangeNotifier, WriteHooks, FollowUps, RecordWriter, { provide: APP_GUARD, useClass: DryRunGuard }],
  exports: [ChangeNotifier, RecordWriter],
})
export class RecordsModule {}
