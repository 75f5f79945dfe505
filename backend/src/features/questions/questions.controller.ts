import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUserId, signedInOf } from '../../api/current-user';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { ListOperation, Operation, RANKED } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Queued } from '../../http/budgets/queued';
import { Id } from '../../http/id.pipe';
import { sendCsv } from '../../lists/send-csv';
import { sendList } from '../../lists/send-list';
import {
  ChangeStatusDto,
  CreateResponseDto,
  ThreadExportQuery,
  ThreadListQuery,
  ThreadSearchQuery,
} from '../../threads/thread.dto';
import { ChangeQuestionDto, CreateQuestionDto, QuestionDto, QuestionResponseDto } from './question.dto';
import { QuestionsService } from './questions.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Question not found' };

/** `/api/customer-questions`: customer questions and the responses to them. */
@ApiSection('questions', 'Customer questions and the responses to them.')
@Controller('customer-questions')
export class QuestionsController {
  constructor(private readonly questions: QuestionsService) {}

  @Get()
  @ListOperation({ id: 'listQuestions', summary: 'List customer questions, newest first', answer: QuestionDto })
  listQuestions(@Query() query: ThreadListQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('search')
  @ListOperation({
    id: 'searchQuestions',
    summary: 'Search questions by parts of their texts',
    ...RANKED,
    answer: QuestionDto,
  })
  searchQuestions(@Query() query: ThreadSearchQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('export')
  @Queued('exports')
  @Operation({
    id: 'exportQuestions',
    summary: 'Export questions as CSV',
    description:
      'All that a search and filters find (with `sort=relevance` among its best 1,000), or everything, in UTF-8. Cells that a spreadsheet would execute begin with an apostrophe.',
    binary: ['text/csv'],
    errors: { 400: 'sort must be one of newest, oldest, relevance' },
  })
  exportQuestions(
    @Query() query: ThreadExportQuery,
    @CurrentUserId() userId: number,
    @Res() response: Response,
  ): Promise<void> {
    return sendCsv(response, 'questions', this.questions.export({ ...query, userId }));
  }

  @Get(':id')
  @Operation({
    id: 'readQuestion',
    summary: 'Read a customer question',
    description: 'Its answers are a list of their own. The `ETag` is its version: send it as `If-Match` with a change.',
    answer: QuestionDto,
    errors,
  })
  async readQuestion(@Id() id: number): Promise<QuestionDto> {
    return QuestionDto.from(await this.questions.read(id));
  }

  @Post()
  @Operation({
    id: 'createQuestion',
    summary: 'Log a customer question',
    description: 'Its status is `open` unless another is given.',
    status: 201,
    answer: QuestionDto,
  })
  async createQuestion(@Body() body: CreateQuestionDto, @Context() context: RequestContext): Promise<QuestionDto> {
    return QuestionDto.from(await this.questions.create(body, context));
  }

  @Patch(':id')
  @ApiIfMatch()
  @Operation({
    id: 'changeQuestion',
    summary: 'Change a customer question',
    description: 'Fields that are left out stay as they are.',
    answer: QuestionDto,
    errors,
  })
  async changeQuestion(
    @Id() id: number,
    @Body() body: ChangeQuestionDto,
    @Context() context: RequestContext,
  ): Promise<QuestionDto> {
    return QuestionDto.from(await this.questions.change(id, body, context).catch(mapVersionMismatch(QuestionDto.from)));
  }

  @Patch(':id/status')
  @ApiIfMatch()
  @Operation({
    id: 'changeQuestionStatus',
    summary: 'Change the status of a customer question',
    description: 'Reopening ends a snooze. Nothing else is changed.',
    answer: QuestionDto,
    errors,
  })
  async changeQuestionStatus(
    @Id() id: number,
    @Body() { status }: ChangeStatusDto,
    @Context() context: RequestContext,
  ): Promise<QuestionDto> {
    return QuestionDto.from(
      await this.questions.changeStatus(id, status, context).catch(mapVersionMismatch(QuestionDto.from)),
    );
  }

  @Get(':id/responses')
  @Operation({
    id: 'listQuestionResponses',
    summary: 'List the answers to a customer question, oldest first',
    description: 'The whole list: an answer is never changed.',
    answer: [QuestionResponseDto],
    errors,
  })
  async listQuestionResponses(@Id() id: number, @Res() response: Response): Promise<void> {
    await sendList(
      response,
      {},
      {
        rows: this.questions.listResponses(id),
        serialize: (row) => QuestionResponseDto.from(row),
      },
    );
  }

  @Post(':id/responses')
  @Operation({
    id: 'createQuestionResponse',
    summary: 'Answer a customer question',
    description: 'What the customer writes reopens a resolved one, and ends a snooze. Otherwise the status stays.',
    status: 201,
    answer: QuestionResponseDto,
    errors,
  })
  async createQuestionResponse(
    @Id() id: number,
    @Body() body: CreateResponseDto,
    @Context() context: RequestContext,
  ): Promise<QuestionResponseDto> {
    return QuestionResponseDto.from(await this.questions.addResponse(id, body, context));
  }

  private send(query: ThreadSearchQuery, response: Response): Promise<void> {
    return sendList(response, query, {
      rows: this.questions.list({ ...query, userId: signedInOf(response.req).id }),
      serialize: (record) => QuestionDto.from(record),
    });
  }
}
