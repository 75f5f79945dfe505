import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../common/api/operation';
import { StatisticsDto } from '../../records/statistics.dto';
import { StatisticsService } from './statistics.service';

/** `/api/statistics`: the counts of the dashboard. */
@ApiTags('statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation({ id: 'readStatistics', summary: 'Count the records of each kind', status: 200, answer: StatisticsDto, answerDescription: 'The counts.' })
  readStatistics(): Promise<StatisticsDto> {
    return this.statistics.read();
  }
}
