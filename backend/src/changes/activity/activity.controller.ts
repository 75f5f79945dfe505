import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ListOperation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { sendList } from '../../lists/send-list';
import { ActivityDto, ActivityQuery } from './activity.dto';
import { ActivityService } from './activity.service';

/** `/api/activity`: what changed, for people. */
@ApiSection('activity', 'What changed, an entry for all that one request did.')
@Controller('activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @ListOperation({
    id: 'readActivity',
    summary: 'Read what changed, newest first',
    description:
      'One entry for all that one request did: an import of many products is one, with their number. A program that has to see every change reads `GET /api/changes`.',
    answer: ActivityDto,
  })
  async readActivity(@Query() query: ActivityQuery, @Res() response: Response): Promise<void> {
    await sendList(response, query, {
      rows: await this.activity.read(query),
      serialize: (row) => this.activity.serialize(row),
    });
  }
}
