import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Metrics } from './metrics';
import { OperationGuard } from './operation.guard';

/** What operators watch; every part of the app can add to it. */
@Global()
@Module({ providers: [Metrics, { provide: APP_GUARD, useClass: OperationGuard }], exports: [Metrics] })
export class MetricsModule {}
