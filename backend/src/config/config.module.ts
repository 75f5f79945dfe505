import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Env } from './env';

/** Provides the checked environment as `Env`. */
@Global()
@Module({})
export class ConfigModule {
  static register(env: Env): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Env, useValue: env }], exports: [Env] };
  }
}
