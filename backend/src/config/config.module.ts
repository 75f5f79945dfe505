import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Env } from './env';

/** Hands the checked environment to whoever injects `Env`. */
@Global()
@Module({})
export class ConfigModule {
  static register(env: Env): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Env, useValue: env }], exports: [Env] };
  }
}
