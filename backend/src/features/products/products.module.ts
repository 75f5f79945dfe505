import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../../images/images.module';
import { Metrics } from '../../platform/metrics/metrics';
import { ProductImport } from './import/product-import.entity';
import { addImportMetrics } from './import/import-metrics';
import { ProductImportsController } from './import/product-imports.controller';
import { ProductImportsService } from './import/product-imports.service';
import { Product } from './product.entity';
import { ProductsController } from './products.controller';
import { ProductsService } from './products.service';

@Module({
  imports: [TypeOrmModule.forFeature([Product, ProductImport]), ImagesModule],
  controllers: [ProductsController, ProductImportsController],
  providers: [ProductsService, ProductImportsService],
  exports: [ProductsService],
})
export class ProductsModule {
  constructor(metrics: Metrics) {
    addImportMetrics(metrics);
  }
}
