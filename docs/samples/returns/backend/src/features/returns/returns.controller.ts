import { Body, Controller, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { ApiId, IdPipe } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import { ChangeStatusDto, CreateResponseDto, ThreadListQuery, ThreadSearchQuery } from '../../threads/thread.dto';
import { CreateReturnDto, ReturnDto, ReturnResponseDto } from './return.dto';
import { ReturnsService } from './returns.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Return not found' };

/** `/api/returns`: returns and the responses to them. */
@ApiSection('returns', 'Returns and the responses to them.')
@Controller('returns')
export class ReturnsController {
  constructor(private readonly returns: ReturnsService) {}

  @Get()
  @ListOperation({ id: 'listReturns', summary: 'List returns, newest first', answer: ReturnDto })
  listReturns(@Query() query: ThreadListQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get('search')
  @ListOperation({
    id: 'searchReturns',
    summary: 'Search returns by fragments of their texts, newest first',
    answer: ReturnDto,
  })
  searchReturns(@Query() query: ThreadSearchQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get(':id')
  @ApiId('The number of the return.')
  @Operation({
    id: 'readReturn',
    summary: 'Read a return',
    description: 'Its answers are a list of their own. The `ETag` is its version: send it as `If-Match` with a change.',
    status: 200,
    answer: ReturnDto,
    answerDescription: 'The return.',
    errors,
  })
  async readReturn(@Param('id', IdPipe) id: number): Promise<ReturnDto> {
    return ReturnDto.from(await this.returns.read(id));
  }

  @Post()
  @Operation({
    id: 'createReturn',
    summary: 'Log a return',
    description: 'Its status is `open` unless another is given.',
    status: 201,
    answer: ReturnDto,
    answerDescription: 'The new return.',
  })
  async createReturn(@Body() body: CreateReturnDto, @Context() context: RequestContext): Promise<ReturnDto> {
    return ReturnDto.from(await this.returns.create(body, context));
  }

  @Patch(':id/status')
  @ApiId('The number of the return.')
  @ApiIfMatch()
  @Operation({
    id: 'changeReturnStatus',
    summary: 'Change the status of a return',
    description: 'Nothing else of the return is changed.',
    status: 200,
    answer: ReturnDto,
    answerDescription: 'The return as it is now.',
    errors,
  })
  async changeReturnStatus(
    @Param('id', IdPipe) id: number,
    @Body() { status }: ChangeStatusDto,
    @Context() context: RequestContext,
  ): Promise<ReturnDto> {
    return ReturnDto.from(
      await this.returns.changeStatus(id, status, context).catch(mapVersionMismatch(ReturnDto.from)),
    );
  }

  @Get(':id/responses')
  @ApiId('The number of the return.')
  @Operation({
    id: 'listReturnResponses',
    summary: 'List the answers to a return, oldest first',
    description: 'The whole list: an answer is never changed.',
    status: 200,
    answer: [ReturnResponseDto],
    answerDescription: 'The answers.',
    errors,
  })
  async listReturnResponses(@Param('id', IdPipe) id: number): Promise<ReturnResponseDto[]> {
    return (await this.returns.listResponses(id)).map((response) => ReturnResponseDto.from(response));
  }

  @Post(':id/responses')
  @ApiId('The number of the return.')
  @Operation({
    id: 'createReturnResponse',
    summary: 'Answer a return',
    description: 'The status of the return stays as it is.',
    status: 201,
    answer: ReturnResponseDto,
    answerDescription: 'The new answer.',
    errors,
  })
  async createReturnResponse(
    @Param('id', IdPipe) id: number,
    @Body() { response }: CreateResponseDto,
    @Context() context: RequestContext,
  ): Promise<ReturnResponseDto> {
    return ReturnResponseDto.from(await this.returns.addResponse(id, response, context));
  }

  private send(query: ThreadSearchQuery, http: { request: Request; response: Response }): Promise<void> {
    return sendList(http, query, { rows: this.returns.list(query), serialize: (record) => ReturnDto.from(record) });
  }
}
