import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUserId, signedInOf } from '../../api/current-user';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { orNotFound, ListOperation, Operation, RANKED } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Queued } from '../../http/budgets/queued';
import { Id } from '../../http/id.pipe';
import { ImagesQuery } from '../../lists/list-query.dto';
import { sendCsv } from '../../lists/send-csv';
import { sendList } from '../../lists/send-list';
import { ChangeStatusDto, CreateResponseDto, ThreadExportQuery } from '../../threads/thread.dto';
import {
  ChangeProblemDto,
  CreateProblemDto,
  ProblemDto,
  ProblemListQuery,
  ProblemResponseDto,
  ProblemSearchQuery,
} from './problem.dto';
import { ProblemsService } from './problems.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Problem not found' };

type Problem = Awaited<ReturnType<ProblemsService['read']>>;

/** `/api/problems`: what customers report as broken, and the answers. */
@ApiSection('problems', 'What customers report as broken, and the answers.')
@Controller('problems')
export class ProblemsController {
  constructor(private readonly problems: ProblemsService) {}

  @Get()
  @ListOperation({ id: 'listProblems', summary: 'List problems, newest first', answer: ProblemDto })
  listProblems(@Query() query: ProblemListQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('search')
  @ListOperation({
    id: 'searchProblems',
    summary: 'Search problems by parts of their texts',
    ...RANKED,
    answer: ProblemDto,
  })
  searchProblems(@Query() query: ProblemSearchQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('export')
  @Queued('exports')
  @Operation({
    id: 'exportProblems',
    summary: 'Export problems as CSV',
    description:
      'All that a search and filters find (with `sort=relevance` among its best 1,000), or everything, in UTF-8. Cells that a spreadsheet would execute begin with an apostrophe.',
    binary: ['text/csv'],
    errors: { 400: 'sort must be one of newest, oldest, relevance' },
  })
  exportProblems(
    @Query() query: ThreadExportQuery,
    @CurrentUserId() userId: number,
    @Res() response: Response,
  ): Promise<void> {
    return sendCsv(response, 'problems', this.problems.export({ ...query, userId }));
  }

  @Get(':id')
  @Operation({
    id: 'readProblem',
    summary: 'Read a problem',
    description: 'Its answers are a list of their own. The `ETag` is its version: send it as `If-Match` with a change.',
    answer: ProblemDto,
    errors,
  })
  readProblem(@Id() id: number, @Query() query: ImagesQuery): Promise<ProblemDto> {
    return this.toDto(this.problems.read(id), query);
  }

  @Post()
  @Operation({
    id: 'createProblem',
    summary: 'Log a problem',
    description: 'Its status is `open` unless another is given. Uploaded images are sent as data URLs.',
    status: 201,
    answer: ProblemDto,
  })
  createProblem(
    @Body() body: CreateProblemDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    return this.toDto(this.problems.create(body, context), query);
  }

  @Patch(':id')
  @ApiIfMatch()
  @Operation({
    id: 'changeProblem',
    summary: 'Change a problem',
    description: 'Fields that are left out stay as they are.',
    answer: ProblemDto,
    errors,
  })
  changeProblem(
    @Id() id: number,
    @Body() body: ChangeProblemDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    return this.toDto(this.problems.change(id, body, context), query);
  }

  @Delete(':id')
  @ApiIfMatch()
  @Operation({
    id: 'deleteProblem',
    summary: 'Delete a problem and its answers',
    description: 'Its history stays: reverting the change set brings the problem and its answers back.',
    status: 204,
    errors,
  })
  deleteProblem(@Id() id: number, @Query() query: ImagesQuery, @Context() context: RequestContext): Promise<void> {
    return this.problems.delete(id, context).catch(this.mapVersionMismatch(query));
  }

  @Patch(':id/status')
  @ApiIfMatch()
  @Operation({
    id: 'changeProblemStatus',
    summary: 'Change the status of a problem',
    description: 'Reopening ends a snooze. Nothing else is changed.',
    answer: ProblemDto,
    errors,
  })
  changeProblemStatus(
    @Id() id: number,
    @Body() { status }: ChangeStatusDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    return this.toDto(this.problems.changeStatus(id, status, context), query);
  }

  @Get(':id/responses')
  @Operation({
    id: 'listProblemResponses',
    summary: 'List the answers to a problem, oldest first',
    description: 'The whole list: an answer is never changed.',
    answer: [ProblemResponseDto],
    errors,
  })
  async listProblemResponses(@Id() id: number, @Res() response: Response): Promise<void> {
    await sendList(
      response,
      {},
      {
        rows: this.problems.listResponses(id),
        serialize: (row) => ProblemResponseDto.from(row),
      },
    );
  }

  @Post(':id/responses')
  @Operation({
    id: 'createProblemResponse',
    summary: 'Answer a problem',
    description: 'What the customer writes reopens a resolved one, and ends a snooze. Otherwise the status stays.',
    status: 201,
    answer: ProblemResponseDto,
    errors,
  })
  async createProblemResponse(
    @Id() id: number,
    @Body() body: CreateResponseDto,
    @Context() context: RequestContext,
  ): Promise<ProblemResponseDto> {
    return ProblemResponseDto.from(await this.problems.addResponse(id, body, context));
  }

  private async toDto(written: Promise<Problem>, query: ImagesQuery): Promise<ProblemDto> {
    const problem = await written.catch(this.mapVersionMismatch(query));
    return orNotFound(await this.problems.serialize(problem, query.images), errors[404]);
  }

  private mapVersionMismatch({ images }: ImagesQuery): ReturnType<typeof mapVersionMismatch> {
    return mapVersionMismatch((current: Problem) => this.problems.serialize(current, images));
  }

  private send(query: ProblemSearchQuery, response: Response): Promise<void> {
    return sendList(response, query, {
      rows: this.problems.list({ ...query, userId: signedInOf(response.req).id }),
      serialize: (problem) => this.problems.serialize(problem, query.images),
      dataUrls: query.images !== 'url',
    });
  }
}
