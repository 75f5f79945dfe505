import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnswersController } from './answers/answers.controller';
import { AnswersService } from './answers/answers.service';
import { UpdateAnswer } from './answers/update-answer.entity';
import { Update } from './update.entity';
import { UpdatesController } from './updates.controller';
import { UpdatesService } from './updates.service';

@Module({
  imports: [TypeOrmModule.forFeature([Update, UpdateAnswer])],
  controllers: [UpdatesController, AnswersController],
  providers: [UpdatesService, AnswersService],
  exports: [UpdatesService],
})
export class UpdatesModule {}
