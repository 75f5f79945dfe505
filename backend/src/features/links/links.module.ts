import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProductsModule } from '../products/products.module';
import { LinksController } from './links.controller';
import { LinksService } from './links.service';
import { ProductLink } from './product-link.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ProductLink]), ProductsModule],
  controllers: [LinksController],
  providers: [LinksService],
  exports: [LinksService],
})
export class LinksModule {}
