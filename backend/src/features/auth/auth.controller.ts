import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operation, Public } from '../../common/api/operation';
import { AuthService } from './auth.service';
import { LocalGuard } from './local.guard';
import { endSession, startSession } from './session';
import { CredentialsDto, UserDto } from './user.dto';

/** Sign in, register, sign out, who am I. */
@ApiTags('auth')
@Controller()
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Get('user')
  @Operation({ id: 'readCurrentUser', summary: 'Who is signed in', status: 200, answer: UserDto, answerDescription: 'The signed-in user.' })
  readCurrentUser(@Req() request: Request): UserDto {
    return UserDto.from(request.user as UserDto);
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  @UseGuards(LocalGuard)
  @ApiBody({ type: CredentialsDto })
  @Operation({
    id: 'login',
    summary: 'Sign in',
    description: 'Sets the session cookie. The session id is a new one each time.',
    status: 200,
    answer: UserDto,
    answerDescription: 'The signed-in user.',
    errors: { 401: 'Invalid email or password' },
  })
  login(@Req() request: Request): UserDto {
    return UserDto.from(request.user as UserDto);
  }

  @Post('register')
  @Public()
  @Operation({
    id: 'register',
    summary: 'Register and sign in',
    status: 201,
    answer: UserDto,
    answerDescription: 'The new user, signed in.',
    errors: { 409: 'This email address is already registered' },
  })
  async register(@Body() credentials: CredentialsDto, @Req() request: Request): Promise<UserDto> {
    const user = UserDto.from(await this.auth.register(credentials, request.get('Idempotency-Key') ?? null));
    await startSession(request, user);
    return user;
  }

  @Post('logout')
  @HttpCode(200)
  @Public()
  @Operation({ id: 'logout', summary: 'Sign out', description: 'Ends the session; without one it does nothing.', status: 200, answerDescription: 'Signed out.' })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await endSession(request, response);
  }
}
