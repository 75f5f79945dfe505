import { Controller, Get } from '@nestjs/common';
import { Operation } from '../../../api/operation';
import { ApiSection } from '../../../api/section';
import { PersonDto } from './person.dto';
import { UsersService } from './users.service';

/** `/api/users`: who works here. */
@ApiSection('users', 'The members of staff: who they are.')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
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
}
