import { Controller, Delete, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentUserId } from '../../../api/current-user';
import { NOT_BY_TOKEN, Operation, SessionOnly } from '../../../api/operation';
import { ApiSection } from '../../../api/section';
import { Id } from '../../../http/id.pipe';
import { SessionDto } from './session.dto';
import { SessionsService } from './sessions.service';

const errors = { 403: NOT_BY_TOKEN };

/** `/api/sessions`: the browsers in which one is signed in. */
@ApiSection('sessions', 'The browsers in which you are signed in: list them, and sign out in others.')
@SessionOnly()
@Controller('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Operation({
    id: 'listSessions',
    summary: 'List your sessions',
    description: 'This one first, then those last used; at most 200. Sessions that have ended are not among them.',
    answer: [SessionDto],
    answerDescription: 'Your sessions.',
    errors,
  })
  listSessions(@CurrentUserId() userId: number, @Req() { sessionID }: Request): Promise<SessionDto[]> {
    return this.sessions.list(userId, sessionID);
  }

  @Delete()
  @Operation({
    id: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions but this one, on all processes. Access tokens and webhooks stay.',
    status: 204,
    errors,
  })
  endOtherSessions(@CurrentUserId() userId: number, @Req() { sessionID }: Request): Promise<void> {
    return this.sessions.endOthers(userId, sessionID);
  }

  @Delete(':id')
  @Operation({
    id: 'endSession',
    summary: 'Sign out in another browser',
    description: 'Ends one of your sessions, on all processes. `POST /api/logout` ends this one.',
    status: 204,
    errors: { ...errors, 404: 'Session not found', 409: 'You are using this session. Log out to end it' },
  })
  endSession(@Id() id: number, @CurrentUserId() userId: number, @Req() { sessionID }: Request): Promise<void> {
    return this.sessions.end(userId, id, sessionID);
  }
}
