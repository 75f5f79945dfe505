import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { Context, type RequestContext } from '../../records/request-context';
import { AnswerDto, AnsweredDto, AnswersQuery } from './answers.dto';
import { AnswersService, MAX_ITEMS } from './answers.service';

/** `/api/updates/{id}/answers`: an update as the answer to open questions and problems. */
@ApiSection('updates', 'What everybody on the staff should know: updates with a title and a text.')
@Controller()
export class AnswersController {
  constructor(private readonly answers: AnswersService) {}

  @Post('updates/:id/answers')
  @HttpCode(200)
  @Operation({
    id: 'answerWithUpdate',
    summary: 'Answer open questions and problems with an update',
    description: `Each of them that is open gets the text of the update, or the text that is given, as a response, and the status. At most ${MAX_ITEMS} at once. What is begun is finished, also where the server stops on the way.`,
    status: 200,
    answer: AnsweredDto,
    errors: { 400: 'Say which items: by items or by a filter', 404: 'Update not found' },
  })
  answerWithUpdate(
    @Id() id: number,
    @Query() filter: AnswersQuery,
    @Body() body: AnswerDto,
    @Context() context: RequestContext,
  ): Promise<AnsweredDto> {
    return this.answers.answerItems(id, { ...body, filter }, context);
  }
}
