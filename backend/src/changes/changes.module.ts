import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WriteHooks } from '../records/before-write';
import { Change } from './change.entity';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { DryRunGuard } from '../records/dry-run.guard';
import { EventsController } from './events/events.controller';
import { EventsService } from './events/events.service';
import { Insertions } from '../records/insertions';
import { SubscriptionsService } from './subscriptions/subscriptions.service';
import { ChangeNotifier } from './change-notifier';
import { PresenceService } from './events/presence.service';
import { RevertService } from './revert/revert.service';
import { RecordWriter } from '../records/record-writer';

/** The change log, and how records are written so that it is complete. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Change]), DiscoveryModule],
  controllers: [ChangesController, EventsController],
  providers: [
    ChangeNotifier,
    WriteHooks,
    Insertions,
    RecordWriter,
    SubscriptionsService,
    ChangesService,
    RevertService,
    EventsService,
    PresenceService,
    { provide: APP_GUARD, useClass: DryRunGuard },
  ],
  exports: [RecordWriter, ChangesService, ChangeNotifier],
})
export class ChangesModule {}
