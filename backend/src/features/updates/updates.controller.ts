import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Context, type RequestContext } from '../../records/request-context';
import { ListOperation, Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { ApiId, IdPipe } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import { CreateUpdateDto, UpdateDto, UpdateListQuery, UpdateSearchQuery } from './update.dto';
import { UpdatesService } from './updates.service';

/** `/api/updates`: updates. */
@ApiSection('updates', 'Updates.')
@Controller('updates')
export class UpdatesController {
  constructor(private readonly updates: UpdatesService) {}

  @Get()
  @ListOperation({ id: 'listUpdates', summary: 'List updates, newest first', answer: UpdateDto })
  listUpdates(@Query() query: UpdateListQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get('search')
  @ListOperation({
    id: 'searchUpdates',
    summary: 'Search updates by fragments of their texts, newest first',
    answer: UpdateDto,
  })
  searchUpdates(@Query() query: UpdateSearchQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(query, { request, response });
  }

  @Get(':id')
  @ApiId('The number of the update.')
  @Operation({
    id: 'readUpdate',
    summary: 'Read an update',
    description: 'The `ETag` is its version.',
    status: 200,
    answer: UpdateDto,
    answerDescription: 'The update.',
    errors: { 400: 'The id must be a positive whole number', 404: 'Update not found' },
  })
  async readUpdate(@Param('id', IdPipe) id: number): Promise<UpdateDto> {
    return UpdateDto.from(await this.updates.read(id));
  }

  @Post()
  @Operation({
    id: 'createUpdate',
    summary: 'Publish an update',
    description: 'All staff see it at once.',
    status: 201,
    answer: UpdateDto,
    answerDescription: 'The new update.',
  })
  async createUpdate(@Body() body: CreateUpdateDto, @Context() context: RequestContext): Promise<UpdateDto> {
    return UpdateDto.from(await this.updates.create(body, context));
  }

  private send(query: UpdateSearchQuery, http: { request: Request; response: Response }): Promise<void> {
    return sendList(http, query, { rows: this.updates.list(query), serialize: (record) => UpdateDto.from(record) });
  }
}
