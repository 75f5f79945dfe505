import { Module } from '@nestjs/common';
import { ThreadTimesWriter } from './thread-times';
import { TrendsController } from './trends.controller';
import { TrendsService } from './trends.service';

@Module({ controllers: [TrendsController], providers: [TrendsService, ThreadTimesWriter] })
export class TrendsModule {}
