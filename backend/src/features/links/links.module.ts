import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { declareLinkedRecords } from '../../lists/filters';
import { ProductsModule } from '../products/products.module';
import { CodeLinks } from './codes/code-links';
import { LinkProgress } from './link-progress.entity';
import { LinksController } from './links.controller';
import { LinksService } from './links.service';
import { KeptLinks } from './codes/kept-links';
import { ProductCodes } from './codes/product-codes';
import { ProductLink } from './product-link.entity';

// For the filter `product` of lists.
declareLinkedRecords(
  (kind, products) =>
    `SELECT record_id FROM product_links WHERE product_id = ANY(${products}::integer[]) AND kind = ${kind} AND state = 'linked'`,
);

@Module({
  imports: [TypeOrmModule.forFeature([ProductLink, LinkProgress]), ProductsModule],
  controllers: [LinksController],
  providers: [CodeLinks, LinksService, ProductCodes, KeptLinks],
  exports: [LinksService],
})
export class LinksModule {}
