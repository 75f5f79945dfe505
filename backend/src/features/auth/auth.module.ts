import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Attempts } from './attempts';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { KnownBrowsers } from './known-browsers';
import { LocalStrategy } from './local.strategy';
import { Registration } from './registration';
import { SessionGuard } from './session.guard';
import { Token } from './token.entity';
import { TokenLimit } from './token-limit';
import { TokensController } from './tokens.controller';
import { TokensService } from './tokens.service';
import { User } from './user.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Token, User])],
  controllers: [AuthController, TokensController],
  providers: [
    AuthService,
    Attempts,
    KnownBrowsers,
    LocalStrategy,
    Registration,
    TokenLimit,
    TokensService,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
})
export class AuthModule {}
