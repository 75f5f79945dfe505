import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { CurrentUserId } from '../../../api/current-user';
import { NOT_BY_TOKEN, Operation, SessionOnly } from '../../../api/operation';
import { ApiSection } from '../../../api/section';
import { Id } from '../../../http/id.pipe';
import { PreviewContext, type RequestContext } from '../../../records/request-context';
import { ChangeUserDto, PersonDto } from './person.dto';
import { UsersService } from './users.service';

const errors = { 403: NOT_BY_TOKEN };

/** `/api/users`: who works here. */
@ApiSection('users', 'The members of staff: who they are, and who of them may sign in.')
@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('users')
  @Operation({
    id: 'listUsers',
    summary: 'List the members of staff',
    description: 'All of them, in the order of their numbers, deactivated ones too: they are authors of records.',
    answer: [PersonDto],
    answerDescription: 'The members of staff.',
  })
  async listUsers(): Promise<PersonDto[]> {
    return (await this.users.list()).map((user) => PersonDto.from(user));
  }

  @Patch('user')
  @SessionOnly()
  @Operation({
    id: 'changeCurrentUser',
    summary: 'Change your display name',
    description: 'Colleagues read it in place of your e-mail. Null removes it; left out, it stays.',
    answer: PersonDto,
    errors,
  })
  async changeCurrentUser(@Body() body: ChangeUserDto, @CurrentUserId() userId: number): Promise<PersonDto> {
    return PersonDto.from(await this.users.change(userId, body));
  }

  @Post('users/:id/deactivate')
  @SessionOnly()
  @Operation({
    id: 'deactivateUser',
    summary: 'Deactivate a colleague',
    description:
      'They cannot sign in any longer. Their sessions, access tokens and open invitations end, and their webhooks stop, within 5 seconds on all processes. What they wrote stays.',
    answer: PersonDto,
    errors: { ...errors, 404: 'User not found', 409: 'You cannot deactivate yourself. A colleague can' },
  })
  async deactivateUser(@Id() id: number, @PreviewContext() context: RequestContext): Promise<PersonDto> {
    return PersonDto.from(await this.users.deactivate(id, context));
  }

  @Post('users/:id/reactivate')
  @SessionOnly()
  @Operation({
    id: 'reactivateUser',
    summary: 'Reactivate a colleague',
    description: 'They can sign in again with their password. What deactivating ended stays ended.',
    answer: PersonDto,
    errors: { ...errors, 404: 'User not found' },
  })
  async reactivateUser(@Id() id: number, @PreviewContext() context: RequestContext): Promise<PersonDto> {
    return PersonDto.from(await this.users.reactivate(id, context));
  }
}
