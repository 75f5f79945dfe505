import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module';
import { StatisticsController } from './statistics.controller';

@Module({ imports: [ProductsModule], controllers: [StatisticsController] })
export class StatisticsModule {}
