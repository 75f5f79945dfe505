import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordsModule } from '../records/records.module';
import { ActivityController } from './activity/activity.controller';
import { ActivityService } from './activity/activity.service';
import { Change } from './change.entity';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { EventsController } from './events/events.controller';
import { EventsService } from './events/events.service';
import { PresenceService } from './events/presence.service';
import { RevertService } from './revert/revert.service';
import { StepwiseReverts } from './revert/stepwise-reverts';
import { SubscriptionsService } from './subscriptions/subscriptions.service';

/** The change log: its feed, histories, reverts, live events and subscriptions. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Change]), DiscoveryModule, RecordsModule],
  controllers: [ChangesController, ActivityController, EventsController],
  providers: [
    SubscriptionsService,
    ChangesService,
    ActivityService,
    RevertService,
    StepwiseReverts,
    EventsService,
    PresenceService,
  ],
  exports: [ChangesService, EventsService],
})
export class ChangesModule {}
