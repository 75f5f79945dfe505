import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics';

/** What operators watch; every part of the app may add to it. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
