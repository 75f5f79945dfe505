import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { orNotFound, ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { ApiId, IdPipe } from '../../http/id.pipe';
import { ImagesQuery } from '../../lists/list-query.dto';
import { sendList } from '../../lists/send-list';
import { ChangeStatusDto, CreateResponseDto } from '../../threads/thread.dto';
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
  listProblems(@Query() query: ProblemListQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get('search')
  @ListOperation({
    id: 'searchProblems',
    summary: 'Search problems by fragments of their texts, newest first',
    answer: ProblemDto,
  })
  searchProblems(
    @Query() query: ProblemSearchQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get(':id')
  @ApiId('The number of the problem.')
  @Operation({
    id: 'readProblem',
    summary: 'Read a problem',
    description: 'Its answers are a list of their own. The `ETag` is its version: send it as `If-Match` with a change.',
    status: 200,
    answer: ProblemDto,
    answerDescription: 'The problem.',
    errors,
  })
  async readProblem(@Param('id', IdPipe) id: number, @Query() query: ImagesQuery): Promise<ProblemDto> {
    return orNotFound(await this.problems.serialize(await this.problems.read(id), query.images), errors[404]);
  }

  @Post()
  @Operation({
    id: 'createProblem',
    summary: 'Log a problem',
    description: 'Its status is `open` unless another is given. Uploaded images are sent as data URLs.',
    status: 201,
    answer: ProblemDto,
    answerDescription: 'The new problem.',
  })
  async createProblem(
    @Body() body: CreateProblemDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    return orNotFound(
      await this.problems.serialize(await this.problems.create(body, context), query.images),
      errors[404],
    );
  }

  @Patch(':id')
  @ApiId('The number of the problem.')
  @ApiIfMatch()
  @Operation({
    id: 'changeProblem',
    summary: 'Change a problem',
    description: 'Fields that are left out stay as they are.',
    status: 200,
    answer: ProblemDto,
    answerDescription: 'The problem as it is now.',
    errors,
  })
  async changeProblem(
    @Param('id', IdPipe) id: number,
    @Body() body: ChangeProblemDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    const problem = await this.problems.change(id, body, context).catch(this.mapVersionMismatch(query));
    return orNotFound(await this.problems.serialize(problem, query.images), errors[404]);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiId('The number of the problem.')
  @ApiIfMatch()
  @Operation({
    id: 'deleteProblem',
    summary: 'Delete a problem and its answers',
    description: 'Its history stays: reverting the change set brings the problem and its answers back.',
    status: 204,
    answerDescription: 'Deleted.',
    errors,
  })
  deleteProblem(
    @Param('id', IdPipe) id: number,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<void> {
    return this.problems.delete(id, context).catch(this.mapVersionMismatch(query));
  }

  @Patch(':id/status')
  @ApiId('The number of the problem.')
  @ApiIfMatch()
  @Operation({
    id: 'changeProblemStatus',
    summary: 'Change the status of a problem',
    description: 'Nothing else of the problem is changed.',
    status: 200,
    answer: ProblemDto,
    answerDescription: 'The problem as it is now.',
    errors,
  })
  async changeProblemStatus(
    @Param('id', IdPipe) id: number,
    @Body() { status }: ChangeStatusDto,
    @Query() query: ImagesQuery,
    @Context() context: RequestContext,
  ): Promise<ProblemDto> {
    const problem = await this.problems.changeStatus(id, status, context).catch(this.mapVersionMismatch(query));
    return orNotFound(await this.problems.serialize(problem, query.images), errors[404]);
  }

  @Get(':id/responses')
  @ApiId('The number of the problem.')
  @Operation({
    id: 'listProblemResponses',
    summary: 'List the answers to a problem, oldest first',
    description: 'The whole list: an answer is never changed.',
    status: 200,
    answer: [ProblemResponseDto],
    answerDescription: 'The answers.',
    errors,
  })
  async listProblemResponses(@Param('id', IdPipe) id: number): Promise<ProblemResponseDto[]> {
    return (await this.problems.listResponses(id)).map((response) => ProblemResponseDto.from(response));
  }

  @Post(':id/responses')
  @ApiId('The number of the problem.')
  @Operation({
    id: 'createProblemResponse',
    summary: 'Answer a problem',
    description: 'The status of the problem stays as it is.',
    status: 201,
    answer: ProblemResponseDto,
    answerDescription: 'The new answer.',
    errors,
  })
  async createProblemResponse(
    @Param('id', IdPipe) id: number,
    @Body() { response }: CreateResponseDto,
    @Context() context: RequestContext,
  ): Promise<ProblemResponseDto> {
    return ProblemResponseDto.from(await this.problems.addResponse(id, response, context));
  }

  private mapVersionMismatch({ images }: ImagesQuery): ReturnType<typeof mapVersionMismatch> {
    return mapVersionMismatch((current: Problem) => this.problems.serialize(current, images));
  }

  private send(query: ProblemSearchQuery, http: { request: Request; response: Response }): Promise<void> {
    return sendList(http, query, {
      rows: this.problems.list(query),
      serialize: (problem) => this.problems.serialize(problem, query.images),
      dataUrls: query.images !== 'url',
    });
  }
}
