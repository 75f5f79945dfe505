import { Controller, Get } from '@nestjs/common';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { StatisticsDto } from '../../records/statistics.dto';
import { StatisticsService } from './statistics.service';

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
      'Counts all records, whatever their status. The counts are kept, not made anew, so asking often costs little.',
    answer: StatisticsDto,
  })
  readStatistics(): Promise<StatisticsDto> {
    return this.statistics.read();
  }
}
