import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WriteHooks } from './before-write';
import { Change } from './change.entity';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { DryRunGuard } from './dry-run.guard';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { Insertions } from './insertions';
import { ListenersService } from './listeners.service';
import { News } from './news';
import { PresenceService } from './presence.service';
import { RevertService } from './revert.service';
import { Writes } from './writes';

/** The change log, and how records are written so that it is complete. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Change]), DiscoveryModule],
  controllers: [ChangesController, EventsController],
  providers: [
    News,
    WriteHooks,
    Insertions,
    Writes,
    ListenersService,
    ChangesService,
    RevertService,
    EventsService,
    PresenceService,
    { provide: APP_GUARD, useClass: DryRunGuard },
  ],
  exports: [Writes, ChangesService, News],
})
export class ChangesModule {}
