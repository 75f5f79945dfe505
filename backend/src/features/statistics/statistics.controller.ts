import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../common/api/operation';
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
@ApiTags('statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation({ id: 'readStatistics', summary: 'Count the records of each kind', status: 200, answer: StatisticsDto, answerDescription: 'The four counts.' })
  readStatistics(): Promise<StatisticsDto> {
    return this.statistics.read();
  }
}
