import { Body, Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUserId } from '../../api/current-user';
import { ListOperation, Operation } from '../../api/operation';
import { KIND } from '../../api/record-reference';
import { ApiSection } from '../../api/section';
import { ChangesService } from '../../changes/changes.service';
import { Id } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import {
  NotificationDto,
  NotificationsQuery,
  ReadNotificationsDto,
  UnreadCountDto,
  UnreadRecordsDto,
  UnreadRecordsQuery,
  WatchDto,
} from './notification.dto';
import { NotificationsService } from './notifications.service';

const KindParam = (): MethodDecorator =>
  ApiParam({
    name: 'kind',
    description: 'The kind of record as in the other addresses, such as `problems`.',
    schema: { type: 'string', pattern: KIND.source, example: 'problems' },
  });
const errors = { 400: 'The id must be a positive whole number', 404: 'There is no such record' };

/** `/api/notifications`: what colleagues did that concerns the person who asks. */
@ApiSection('notifications', 'What colleagues did that concerns you, and which records you watch.')
@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly changes: ChangesService,
  ) {}

  @Get('notifications')
  @ListOperation({
    id: 'listNotifications',
    summary: 'List your notifications, newest first',
    description:
      'You are told where you are mentioned, where a record is given to you, and of responses and the status of records that you take part in; never of what you did. What you have read is kept for 90 days. A live event `notifications` says that they have changed.',
    answer: NotificationDto,
  })
  listNotifications(
    @Query() query: NotificationsQuery,
    @CurrentUserId() userId: number,
    @Res() response: Response,
  ): Promise<void> {
    return sendList(response, query, {
      rows: this.notifications.list(userId, query),
      serialize: (row) => NotificationDto.from(row),
    });
  }

  @Get('notifications/count')
  @Operation({
    id: 'countNotifications',
    summary: 'Count your unread notifications',
    description: 'What the bell on the screens shows.',
    answer: UnreadCountDto,
  })
  async countNotifications(@CurrentUserId() userId: number): Promise<UnreadCountDto> {
    return { unread: await this.notifications.countUnread(userId) };
  }

  @Post('notifications/read')
  @Operation({
    id: 'readNotifications',
    summary: 'Mark notifications as read',
    description: 'All up to one, or all about one record, which counts as opened then. What is read stays read.',
    answer: UnreadCountDto,
    answerDescription: 'How many are left.',
  })
  async readNotifications(
    @Body() body: ReadNotificationsDto,
    @CurrentUserId() userId: number,
  ): Promise<UnreadCountDto> {
    return { unread: await this.notifications.read(userId, body) };
  }

  @Get('notifications/records')
  @Operation({
    id: 'findUnreadRecords',
    summary: 'Find the records that have something new for you',
    description: 'For the marks in lists. A record that you never opened and are not told of has nothing new.',
    answer: UnreadRecordsDto,
    errors: { 400: 'kind must be one kind of record, such as problem' },
  })
  async findUnreadRecords(
    @Query() { kind, ids }: UnreadRecordsQuery,
    @CurrentUserId() userId: number,
  ): Promise<UnreadRecordsDto> {
    return { ids: await this.notifications.unreadRecords(userId, kind, ids) };
  }

  @Get(':kind/:id/watch')
  @KindParam()
  @Operation({
    id: 'readWatch',
    summary: 'Ask whether you watch a record',
    description: 'Who took part in a record watches it, unless they muted it.',
    answer: WatchDto,
    errors,
  })
  async readWatch(@Param('kind') path: string, @Id() id: number, @CurrentUserId() userId: number): Promise<WatchDto> {
    const kind = await this.changes.kindOfExisting(path, id);
    return { isWatching: await this.notifications.isWatching(userId, kind, id) };
  }

  @Put(':kind/:id/watch')
  @KindParam()
  @Operation({
    id: 'changeWatch',
    summary: 'Watch a record, or mute it',
    description: 'It holds until you say otherwise, whether you take part or not.',
    answer: WatchDto,
    errors,
  })
  async changeWatch(
    @Param('kind') path: string,
    @Id() id: number,
    @Body() { isWatching }: WatchDto,
    @CurrentUserId() userId: number,
  ): Promise<WatchDto> {
    await this.notifications.watch(userId, await this.changes.kindOfExisting(path, id), id, isWatching);
    return { isWatching };
  }
}
