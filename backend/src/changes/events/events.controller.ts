import { Body, Controller, Get, Headers, HttpCode, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { CurrentUserId } from '../../api/current-user';
import { OptionalIfAbsent } from '../../api/fields';
import { Operation } from '../../api/operation';
import { KIND, MAX_ID } from '../../api/record-reference';
import { ApiSection } from '../../api/section';
import { UuidPipe } from '../../http/uuid.pipe';
import { FeedCursor, IsKind, IsRecordId, readCursor } from '../change.dto';
import { EventsService } from './events.service';
import { PresenceService } from './presence.service';
import { BooleanProperty, IntegerProperty, TextProperty } from '../../api/properties';

const CLIENT = '3e1f0a52-7b6c-4d8e-9a10-2c4b6d8e0f13';

class EventsQuery {
  @FeedCursor(
    'Start after this cursor of the feed of changes; left out, with what comes from now on. `Last-Event-ID` counts before it.',
  )
  after?: string;

  @TextProperty('A UUID of your own, by which you can say which record you have open.', CLIENT, {
    format: 'uuid',
    required: false,
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'client must be a UUID' })
  client?: string;
}

/** The record that somebody has open. */
export class OpenRecordDto {
  @TextProperty('What kind of record; null for none.', 'problem', { nullable: true, pattern: KIND.source })
  @IsKind({ nullable: true })
  kind: string | null;

  @IntegerProperty('Its number. Without it, as without a `kind`, no record is open.', 1, {
    required: false,
    nullable: true,
    minimum: 1,
    maximum: MAX_ID,
  })
  @IsOptional()
  @IsRecordId()
  recordId?: number | null;

  @BooleanProperty('Whether you write a response to it: the others are told so. Left out, you do not.', true, {
    required: false,
  })
  @OptionalIfAbsent()
  @IsBoolean({ message: 'isWriting must be true or false' })
  isWriting?: boolean;
}

/** `/api/events`: what changes, as it happens. */
@ApiSection('events', 'What happens, as it happens: a stream of server-sent events.')
@Controller('events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly presence: PresenceService,
  ) {}

  @Get()
  @Operation({
    id: 'readEvents',
    summary: 'Listen to what changes',
    description:
      'Server-sent events: `change` (an entry of the feed without its fields), `presence` (who else has the record open that you have, with `isWriting` for who writes a response), `notifications` (yours have changed: read them), `beat` every five seconds, `ready` at the start, ' +
      '`reset` in its place where too much was missed. After a break the stream goes on after `Last-Event-ID`. ' +
      'The answer does not end: on the page /docs, *Execute* stays on "loading" for ever.',
    status: 200,
    answerDescription: 'The stream.',
    text: { type: 'text/event-stream', example: 'event: ready\ndata: {}\n\n' },
    errors: { 400: 'after must be a cursor of this feed' },
  })
  async readEvents(
    @Query() query: EventsQuery,
    @Headers('last-event-id') last: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // One that is no cursor says where the client was in a way that nobody knows: it is as one of another database.
    const after = last ? (readCursor(last) ?? Number.MAX_SAFE_INTEGER) : (readCursor(query.after) ?? undefined);
    await this.events.stream(request, response, { client: query.client?.toLowerCase() ?? randomUUID(), after });
  }

  @Put(':client/record')
  @HttpCode(204)
  @ApiParam({
    name: 'client',
    description: 'The `client` of your stream.',
    schema: { type: 'string', format: 'uuid', example: CLIENT },
  })
  @Operation({
    id: 'openRecord',
    summary: 'Say which record is open',
    description: 'Others who have it open are told, and you are told of them, by `presence` events.',
    status: 204,
    answerDescription: 'Noted.',
    errors: { 400: 'The client must be a UUID' },
  })
  openRecord(
    @Param('client', new UuidPipe('The client')) client: string,
    @Body() { kind, recordId, isWriting = false }: OpenRecordDto,
    @CurrentUserId() userId: number,
  ): Promise<void> {
    return kind === null || !recordId
      ? this.presence.close(client, userId)
      : this.presence.open(client, userId, { kind, recordId, isWriting });
  }
}
