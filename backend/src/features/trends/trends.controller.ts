import { Controller, Get, Query } from '@nestjs/common';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { TrendDto, TRENDS_SECTION, TrendsQuery } from './trends.dto';
import { TrendsService } from './trends.service';

/** `/api/trends`: what became of the threads, week by week. */
@ApiSection(...TRENDS_SECTION)
@Controller('trends')
export class TrendsController {
  constructor(private readonly trends: TrendsService) {}

  @Get()
  @Operation({
    id: 'readTrends',
    summary: 'Count what was opened, answered and resolved in each week',
    description:
      'Kept from the change log, a moment after each change. Only threads that exist now count: one that is deleted is gone from its weeks, and comes back with the undo. What is reopened is no longer resolved. Weeks begin on Monday, in UTC.',
    answer: [TrendDto],
    errors: { 400: 'There is no kind of thread named product. The kinds are question, problem' },
  })
  readTrends(@Query() query: TrendsQuery): Promise<TrendDto[]> {
    return this.trends.read(query);
  }
}
