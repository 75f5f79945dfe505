import { Controller, Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Operation } from '../../common/api/operation';
import { ApiSection } from '../../common/api/section';
import { StatisticsService } from './statistics.service';

/** How many records of each kind there are, whatever their status. */
export class StatisticsDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Registered products.', example: 300 })
  products: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Problems.', example: 42 })
  problems: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Customer questions.', example: 120 })
  questions: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Updates.', example: 12 })
  updates: number;
}

/** `/api/statistics`: the counts of the dashboard. */
@ApiSection('statistics', 'The counts of the dashboard.')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation({
    id: 'readStatistics',
    summary: 'Count the records of each kind',
    description: 'Counts all records, whatever their status. The counts are kept, not made anew, so asking often costs little.',
    status: 200,
    answer: StatisticsDto,
    answerDescription: 'The four counts.',
  })
  readStatistics(): Promise<StatisticsDto> {
    return this.statistics.read();
  }
}
