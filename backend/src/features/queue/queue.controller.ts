import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentUserId } from '../../api/current-user';
import { ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import { Context, type RequestContext } from '../../records/request-context';
import { Threads, type ThreadType } from '../../threads/thread-types';
import { QueueFilters } from './queue-filters';
import { QueueCountsDto, QueueCountsQuery, QueueItemDto, QueueQuery, QueueSettingsDto } from './queue.dto';
import { QueueService } from './queue.service';

/** `/api/queue`: what to do next, over all kinds of threads. */
@ApiSection('queue', 'Questions, problems and other threads in one list: what to do next, and who does it.')
@Controller('queue')
export class QueueController {
  constructor(private readonly queue: QueueService) {}

  @Get()
  @ListOperation({
    id: 'listQueue',
    summary: 'List what is to be done, those first whose customers wait longest',
    description: 'What is resolved or put off is left out, unless `status` or `snoozed` ask for it.',
    answer: QueueItemDto,
  })
  listQueue(@Query() query: QueueQuery, @Req() { user }: Request, @Res() response: Response): Promise<void> {
    const rows = this.queue.list(query, (user as { id: number }).id);
    return sendList(response, query, { rows, serialize: (row) => QueueItemDto.from(row) });
  }

  @Get('counts')
  @Operation({
    id: 'countQueue',
    summary: 'Count what is to be done',
    description:
      'In all, yours, what nobody has and what is put off, each up to 2,000; `isExact` tells whether there are more.',
    answer: QueueCountsDto,
    errors: { 400: 'tag must be the numbers of at most 20 tags' },
  })
  countQueue(@Query() filters: QueueCountsQuery, @CurrentUserId() userId: number): Promise<QueueCountsDto> {
    return this.queue.count(filters, userId);
  }

  @Get('settings')
  @Operation({
    id: 'readQueueSettings',
    summary: 'Read within how many hours a response is due',
    description: 'By kind, as `RESPONSE_TARGET_HOURS` sets it for all staff.',
    answer: QueueSettingsDto,
  })
  readQueueSettings(): QueueSettingsDto {
    return this.queue.settings();
  }

  @Get(':kind/:id')
  @Operation({
    id: 'readQueueItem',
    summary: 'Read one question, problem or other thread as the queue shows it',
    description: 'Also where it is resolved or put off.',
    answer: QueueItemDto,
    errors: { 400: 'The id must be a positive whole number', 404: 'There is no such record' },
  })
  async readQueueItem(@Threads() kind: ThreadType, @Id() id: number): Promise<QueueItemDto> {
    return QueueItemDto.from(await this.queue.read(kind, id));
  }

  @Post('next')
  @Operation({
    id: 'takeNext',
    summary: 'Take what has waited longest',
    description:
      'Assigns to you what nobody has and whose customer waits longest, among what the filters leave. Of two who take at the same time, both get one of their own. A repeat with the same `Idempotency-Key` takes nothing else: it answers the same record as it is by then, and 204 where that is gone.',
    answer: QueueItemDto,
    answerDescription: 'What is yours now.',
  })
  // All filters at once would leave nothing.
  @ApiBody({ type: QueueFilters, examples: { one: { value: { kind: 'question' } } } })
  @ApiResponse({ status: 204, description: 'Nobody waits for a response among what nobody has.' })
  async takeNext(
    @Body() filters: QueueFilters,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<QueueItemDto | undefined> {
    const taken = await this.queue.takeNext(filters, context);
    if (taken) return QueueItemDto.from(taken);
    response.status(204);
    return undefined;
  }
}
