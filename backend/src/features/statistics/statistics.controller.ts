import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../common/api/operation';
import { ProblemsService } from '../problems/problems.service';
import { ProductsService } from '../products/products.service';
import { QuestionsService } from '../questions/questions.service';
import { UpdatesService } from '../updates/updates.service';

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
  constructor(
    private readonly products: ProductsService,
    private readonly problems: ProblemsService,
    private readonly questions: QuestionsService,
    private readonly updates: UpdatesService,
  ) {}

  @Get()
  @Operation({ id: 'readStatistics', summary: 'Count the records of each kind', status: 200, answer: StatisticsDto, answerDescription: 'The four counts.' })
  async readStatistics(): Promise<StatisticsDto> {
    const [products, problems, questions, updates] = await Promise.all([this.products.count(), this.problems.count(), this.questions.count(), this.updates.count()]);
    return { products, problems, questions, updates };
  }
}
