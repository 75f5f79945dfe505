import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Change } from '../../changes/change.entity';
import { Notification, RecordWatch } from './notification.entity';
import { NotificationsController } from './notifications.controller';
import { NotificationsService } from './notifications.service';
import { NotifierService } from './notifier.service';

@Module({
  imports: [TypeOrmModule.forFeature([Notification, RecordWatch, Change])],
  controllers: [NotificationsController],
  providers: [NotificationsService, NotifierService],
})
export class NotificationsModule {}
