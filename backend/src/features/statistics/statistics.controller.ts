import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentUserId } from '../../api/current-user';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { queueOf } from '../../http/budgets/queued';
import { recordTypeNames } from '../../records/record-type';
import { StatisticsDto } from '../../records/statistics.dto';
import { StatisticsService } from './statistics.service';
import { TotalsDto, TotalsQuery } from '../../lists/totals/totals.dto';

/** `/api/statistics`: the counts of the dashboard. */
@ApiSection('statistics', 'How many records there are of each kind, as on the dashboard.')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation({
    id: 'readStatistics',
    summary: 'Count the records of each kind',
    description:
      'Counts all records, whatever their status. The counts are kept up to date, not counted on each request, so asking often costs little.',
    answer: StatisticsDto,
  })
  readStatistics(): Promise<StatisticsDto> {
    return this.statistics.read();
  }

  @Get(':kind')
  @ApiParam({
    name: 'kind',
    description: 'The kind of record.',
    schema: { type: 'string', enum: recordTypeNames, example: 'question' },
  })
  @Operation({
    id: 'readTotals',
    summary: 'Count the records of a kind, in all and by status',
    description:
      'With `q` and the filters of a list, those that the list with them holds: the first 2,000 matches of a search are counted, by relevance of the first 1,000, and 20,000 that filters leave. Of a status 20,000 records are counted where more than one has so many. `isExact` tells whether there are more.',
    answer: TotalsDto,
    errors: { 400: 'q must be at most 200 characters', 404: 'There is no such kind of record' },
  })
  readTotals(
    @Param('kind') kind: string,
    @Query() query: TotalsQuery,
    @CurrentUserId() userId: number,
  ): Promise<TotalsDto> {
    const count = (): Promise<TotalsDto> => this.statistics.totals(kind, query, userId);
    return query.q || query.field ? queueOf('searches').run(userId, count) : count();
  }
}
