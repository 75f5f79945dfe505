import { Body, Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentUserId } from '../../api/current-user';
import { IDEMPOTENCY_KEY } from '../../api/idempotency-key';
import { NOT_BY_TOKEN, Operation, Public, SessionOnly } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Env } from '../../config/env';
import { AuthService } from './auth.service';
import { TrustedDevices } from './trusted-devices';
import { LocalGuard } from './local.guard';
import { Registration } from './registration';
import { endSession, startSession } from './sessions/session';
import { ChangePasswordDto, CredentialsDto, InviteDto, NOT_YOUR_PASSWORD, RegisterDto, UserDto } from './user.dto';

const LIMITED = { 429: 'Too many attempts; try again after the seconds in Retry-After' };

/** Sign in, register, sign out, who am I. */
@ApiSection('auth', 'Sign in, register, invite, sign out, and who is signed in.')
@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: Registration,
    private readonly browsers: TrustedDevices,
    private readonly env: Env,
  ) {}

  @Get('user')
  @Operation({
    id: 'readCurrentUser',
    summary: 'Who is signed in',
    description: 'Answers 401 for somebody who is signed out.',
    answer: UserDto,
  })
  readCurrentUser(@Req() request: Request): UserDto {
    return UserDto.from(request.user as UserDto);
  }

  @Post('login')
  @Public()
  @UseGuards(LocalGuard)
  @ApiBody({ type: CredentialsDto })
  @Operation({
    id: 'login',
    summary: 'Sign in',
    description: 'Sets the session cookie. The session id is a new one each time.',
    answer: UserDto,
    errors: { 401: 'Invalid email or password', ...LIMITED },
  })
  async login(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<UserDto> {
    const user = UserDto.from(request.user as UserDto);
    await this.browsers.remember(request, response, user.email);
    return user;
  }

  @Post('register')
  @Public()
  @ApiHeader({
    ...IDEMPOTENCY_KEY,
    description:
      'A text of your own for this request, best a UUID: a repeat with it and the same password signs in the user of the first request. Known for 7 days. With another password it is 409.',
  })
  @Operation({
    id: 'register',
    summary: 'Register and sign in',
    description:
      'The very first user of a new installation needs no invitation. The answer sets the session cookie, as at signing in.',
    status: 201,
    answer: UserDto,
    errors: {
      403: 'Registration is not open to you, or the request comes from another site',
      409: 'This email address is already registered',
      ...LIMITED,
    },
  })
  async register(
    @Body() newcomer: RegisterDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserDto> {
    const caller = { address: request.ip ?? '', browser: null };
    const key = request.get('Idempotency-Key') ?? null;
    const user = UserDto.from(
      await this.auth.register(newcomer, key, caller, (created) => startSession(request, created)),
    );
    await this.browsers.remember(request, response, user.email);
    return user;
  }

  @Post('invites')
  @SessionOnly()
  @Operation({
    id: 'createInvite',
    summary: 'Invite a colleague',
    description: 'The link registers one person within 7 days.',
    status: 201,
    answer: InviteDto,
    answerDescription: 'The invitation; its link is told only now.',
    errors: { 403: 'Registration is closed, or the request comes from another site' },
  })
  async createInvite(@CurrentUserId() userId: number, @Req() request: Request): Promise<InviteDto> {
    const { token, expiresAt } = await this.registration.invite(userId);
    const site = this.env.PUBLIC_URL ?? `${request.protocol}://${request.get('host')}`;
    return {
      url: `${site}/auth?invite=${token}`,
      expiresAt: expiresAt.toISOString(),
    };
  }

  @Post('logout')
  @Public()
  @Operation({ id: 'logout', summary: 'Sign out', description: 'Ends the session; without one it does nothing.' })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await endSession(request, response);
  }

  @Post('logout-everywhere')
  @SessionOnly()
  @Operation({
    id: 'logoutEverywhere',
    summary: 'Sign out everywhere',
    description:
      'Ends every session of the signed-in user, in whatever browser, this one too. Access tokens and webhooks stay: programs go on. Revoke those with `DELETE /api/tokens/{id}` and `DELETE /api/webhooks/{id}`.',
  })
  async logoutEverywhere(
    @CurrentUserId() userId: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.auth.endSessions(userId);
    await endSession(request, response);
  }

  @Post('password')
  @SessionOnly()
  @Operation({
    id: 'changePassword',
    summary: 'Change your password',
    description:
      'Ends your other sessions; this one, access tokens and webhooks stay. Wrong guesses count as at signing in.',
    errors: { 403: NOT_BY_TOKEN, 422: NOT_YOUR_PASSWORD, ...LIMITED },
  })
  async changePassword(@Body() body: ChangePasswordDto, @Req() request: Request): Promise<void> {
    const user = UserDto.from(request.user as UserDto);
    await this.auth.changePassword(user, body, { address: request.ip ?? '', session: request.sessionID });
  }
}
