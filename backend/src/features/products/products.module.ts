import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImagesModule } from '../../images/images.module';
import { Metrics } from '../../platform/metrics/metrics';
import { ProductImport } from './import/product-import.entity';
import { addImportMetrics } from './import/import-metrics';
import { ImportProfile } from './import/profiles/import-profile.entity';
import { ImportProfilesController } from './import/profiles/import-profiles.controller';
import { ImportProfilesService } from './import/profiles/import-profiles.service';
import { ProductImportsController } from './import/product-imports.controller';
import { ProductImportsService } from './import/product-imports.service';
import { WorkbookReader } from './import/workbook/workbook-reader';
import { Product } from './product.entity';
import { ProductsController } from './products.controller';
import { ProductsService } from './products.service';

@Module({
  imports: [TypeOrmModule.forFeature([Product, ProductImport, ImportProfile]), ImagesModule],
  controllers: [ProductsController, ProductImportsController, ImportProfilesController],
  providers: [ProductsService, ProductImportsService, ImportProfilesService, WorkbookReader],
  exports: [ProductsService],
})
export class ProductsModule {
  constructor(metrics: Metrics) {
    addImportMetrics(metrics);
  }
}
