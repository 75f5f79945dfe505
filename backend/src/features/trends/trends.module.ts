import { Module } from '@nestjs/common';
import { AffectedProductsController } from './affected-products.controller';
import { AffectedProductsService } from './affected-products.service';
import { ProblemRegister } from './problem-register';
import { ThreadTimesWriter } from './thread-times';
import { TrendsController } from './trends.controller';
import { TrendsService } from './trends.service';

@Module({
  controllers: [TrendsController, AffectedProductsController],
  providers: [TrendsService, ThreadTimesWriter, AffectedProductsService, ProblemRegister],
})
export class TrendsModule {}
