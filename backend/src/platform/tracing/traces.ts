import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '../../config/env';
import { startTracing, type Tracing } from './tracing';

/** Traces where `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise nothing of them is loaded. */
@Injectable()
export class Traces implements OnApplicationShutdown {
  private tracing?: Tracing;

  constructor(private readonly env: Env) {}

  async start(): Promise<Tracing | undefined> {
    if (this.env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
    return (this.tracing = await startTracing());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.stop();
  }
}
