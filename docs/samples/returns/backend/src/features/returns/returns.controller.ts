import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import { ChangeStatusDto, CreateResponseDto, ThreadListQuery, ThreadSearchQuery } from '../../threads/thread.dto';
import { ChangeReturnDto, CreateReturnDto, ReturnDto, ReturnResponseDto } from './return.dto';
import { ReturnsService } from './returns.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Return not found' };

/** `/api/returns`: returns and the responses to them. */
@ApiSection('returns', 'Returns and the responses to them.')
@Controller('returns')
export class ReturnsController {
  constructor(private readonly returns: ReturnsService) {}

  @Get()
  @ListOperation({ id: 'listReturns', summary: 'List returns, newest first', answer: ReturnDto })
  listReturns(@Query() query: ThreadListQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('search')
  @ListOperation({
    id: 'searchReturns',
    summary: 'Search returns by fragments of their texts, newest first',
    answer: ReturnDto,
  })
  searchReturns(@Query() query: ThreadSearchQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get(':id')
  @Operation({
    id: 'readReturn',
    summary: 'Read a return',
    description: 'Its answers are a list of their own. The `ETag` is its version: send it as `If-Match` with a change.',
    answer: ReturnDto,
    errors,
  })
  async readReturn(@Id() id: number): Promise<ReturnDto> {
    return ReturnDto.from(await this.returns.read(id));
  }

  @Post()
  @Operation({
    id: 'createReturn',
    summary: 'Log a return',
    description: 'Its status is `open` unless another is given.',
    status: 201,
    answer: ReturnDto,
  })
  async createReturn(@Body() body: CreateReturnDto, @Context() context: RequestContext): Promise<ReturnDto> {
    return ReturnDto.from(await this.returns.create(body, context));
  }

  @Patch(':id')
  @ApiIfMatch()
  @Operation({
    id: 'changeReturn',
    summary: 'Change a return',
    description: 'Fields that are left out stay as they are.',
    answer: ReturnDto,
    errors,
  })
  async changeReturn(
    @Id() id: number,
    @Body() body: ChangeReturnDto,
    @Context() context: RequestContext,
  ): Promise<ReturnDto> {
    return ReturnDto.from(await this.returns.change(id, body, context).catch(mapVersionMismatch(ReturnDto.from)));
  }

  @Patch(':id/status')
  @ApiIfMatch()
  @Operation({
    id: 'changeReturnStatus',
    summary: 'Change the status of a return',
    description: 'Nothing else of the return is changed.',
    answer: ReturnDto,
    errors,
  })
  async changeReturnStatus(
    @Id() id: number,
    @Body() { status }: ChangeStatusDto,
    @Context() context: RequestContext,
  ): Promise<ReturnDto> {
    return ReturnDto.from(
      await this.returns.changeStatus(id, status, context).catch(mapVersionMismatch(ReturnDto.from)),
    );
  }

  @Get(':id/responses')
  @Operation({
    id: 'listReturnResponses',
    summary: 'List the answers to a return, oldest first',
    description: 'The whole list: an answer is never changed.',
    answer: [ReturnResponseDto],
    errors,
  })
  async listReturnResponses(@Id() id: number): Promise<ReturnResponseDto[]> {
    return (await this.returns.listResponses(id)).map((response) => ReturnResponseDto.from(response));
  }

  @Post(':id/responses')
  @Operation({
    id: 'createReturnResponse',
    summary: 'Answer a return',
    description: 'The status of the return stays as it is.',
    status: 201,
    answer: ReturnResponseDto,
    errors,
  })
  async createReturnResponse(
    @Id() id: number,
    @Body() { response }: CreateResponseDto,
    @Context() context: RequestContext,
  ): Promise<ReturnResponseDto> {
    return ReturnResponseDto.from(await this.returns.addResponse(id, response, context));
  }

  private send(query: ThreadSearchQuery, response: Response): Promise<void> {
    return sendList(response, query, { rows: this.returns.list(query), serialize: (record) => ReturnDto.from(record) });
  }
}
