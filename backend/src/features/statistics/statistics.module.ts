import { Module } from '@nestjs/common';
import { ProblemsModule } from '../problems/problems.module';
import { ProductsModule } from '../products/products.module';
import { QuestionsModule } from '../questions/questions.module';
import { UpdatesModule } from '../updates/updates.module';
import { StatisticsController } from './statistics.controller';

@Module({ imports: [ProductsModule, ProblemsModule, QuestionsModule, UpdatesModule], controllers: [StatisticsController] })
export class StatisticsModule {}
