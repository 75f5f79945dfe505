import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UpdatesModule } from '../updates/updates.module';
import { AnswersController } from './answers.controller';
import { AnswersService } from './answers.service';
import { UpdateAnswer } from './update-answer.entity';

@Module({
  imports: [TypeOrmModule.forFeature([UpdateAnswer]), UpdatesModule],
  controllers: [AnswersController],
  providers: [AnswersService],
})
export class AnswersModule {}
