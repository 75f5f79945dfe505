import { Module } from '@nestjs/common';
import { Traces } from './traces';

/** Traces of OpenTelemetry, behind an option. */
@Module({ providers: [Traces] })
export class TracingModule {}
