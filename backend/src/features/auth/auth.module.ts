import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Accounts } from '../../changes/accounts';
import { UsersController } from './accounts/users.controller';
import { UsersService } from './accounts/users.service';
import { LoginThrottle } from './login-throttle';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { TrustedDevices } from './trusted-devices';
import { LocalStrategy } from './local.strategy';
import { Registration } from './registration';
import { SessionGuard } from './sessions/session.guard';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { Token } from './tokens/token.entity';
import { TokenLimit } from './tokens/token-limit';
import { TokensController } from './tokens/tokens.controller';
import { TokensService } from './tokens/tokens.service';
import { StoredAccounts } from './stored-accounts';
import { User } from './user.entity';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Token, User])],
  controllers: [AuthController, SessionsController, TokensController, UsersController],
  providers: [
    AuthService,
    LoginThrottle,
    TrustedDevices,
    LocalStrategy,
    Registration,
    SessionsService,
    TokenLimit,
    TokensService,
    UsersService,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: Accounts, useClass: StoredAccounts },
  ],
  exports: [Accounts, UsersService],
})
export class AuthModule {}
