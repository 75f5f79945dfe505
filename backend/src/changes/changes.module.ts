import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Change } from './change.entity';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { DryRunGuard } from './dry-run.guard';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { News } from './news';
import { PresenceService } from './presence.service';
import { RevertService } from './revert.service';
import { Writes } from './writes';

/** The change log, and how records are written so that it is complete. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Change])],
  controllers: [ChangesController, EventsController],
  providers: [News, Writes, ChangesService, RevertService, EventsService, PresenceService, { provide: APP_GUARD, useClass: DryRunGuard }],
  exports: [Writes, ChangesService, News],
})
export class ChangesModule {}
