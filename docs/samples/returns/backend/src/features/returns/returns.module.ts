import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProductField } from '../../records/product-field';
import { Recalls, RETURN_DAYS } from './recalls';
import { Return, ReturnResponse } from './return.entity';
import { ReturnsController } from './returns.controller';
import { ReturnsService } from './returns.service';

@ProductField({ key: RETURN_DAYS, type: 'number', unit: 'days', help: 'For how long customers may send it back.' })
@Module({
  imports: [TypeOrmModule.forFeature([Return, ReturnResponse])],
  controllers: [ReturnsController],
  providers: [ReturnsService, Recalls],
  exports: [ReturnsService],
})
export class ReturnsModule {}
