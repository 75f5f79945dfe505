import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinksModule } from '../links/links.module';
import { UpdatesModule } from '../updates/updates.module';
import { AnswersController } from './answers.controller';
import { AnswersService } from './answers.service';
import { UpdateAnswer } from './update-answer.entity';

@Module({
  imports: [TypeOrmModule.forFeature([UpdateAnswer]), LinksModule, UpdatesModule],
  controllers: [AnswersController],
  providers: [AnswersService],
})
export class AnswersModule {}
