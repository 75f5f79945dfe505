import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { LocalStrategy, SessionSerializer } from './local.strategy';
import { SessionGuard } from './session.guard';
import { User } from './user.entity';

@Module({
  imports: [TypeOrmModule.forFeature([User]), PassportModule],
  controllers: [AuthController],
  providers: [AuthService, LocalStrategy, SessionSerializer, { provide: APP_GUARD, useClass: SessionGuard }],
})
export class AuthModule {}
