import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Context, type RequestContext } from '../../records/request-context';
import { ListOperation, Operation, RANKED } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { sendList } from '../../lists/send-list';
import { ChangeUpdateDto, CreateUpdateDto, UpdateDto, UpdateListQuery, UpdateSearchQuery } from './update.dto';
import { UpdatesService } from './updates.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Update not found' };

/** `/api/updates`: updates. */
@ApiSection('updates', 'What everybody on the staff should know: updates with a title and a text.')
@Controller('updates')
export class UpdatesController {
  constructor(private readonly updates: UpdatesService) {}

  @Get()
  @ListOperation({ id: 'listUpdates', summary: 'List updates, newest first', answer: UpdateDto })
  listUpdates(@Query() query: UpdateListQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get('search')
  @ListOperation({
    id: 'searchUpdates',
    summary: 'Search updates by parts of their texts',
    ...RANKED,
    answer: UpdateDto,
  })
  searchUpdates(@Query() query: UpdateSearchQuery, @Res() response: Response): Promise<void> {
    return this.send(query, response);
  }

  @Get(':id')
  @Operation({
    id: 'readUpdate',
    summary: 'Read an update',
    description: 'The `ETag` is its version: send it as `If-Match` with a change.',
    answer: UpdateDto,
    errors,
  })
  async readUpdate(@Id() id: number): Promise<UpdateDto> {
    return UpdateDto.from(await this.updates.read(id));
  }

  @Post()
  @Operation({
    id: 'createUpdate',
    summary: 'Publish an update',
    description: 'All staff see it at once.',
    status: 201,
    answer: UpdateDto,
  })
  async createUpdate(@Body() body: CreateUpdateDto, @Context() context: RequestContext): Promise<UpdateDto> {
    return UpdateDto.from(await this.updates.create(body, context));
  }

  @Patch(':id')
  @ApiIfMatch()
  @Operation({
    id: 'changeUpdate',
    summary: 'Change or archive an update',
    description:
      'Fields that are left out stay as they are. The status `archived` archives it, `active` brings it back.',
    answer: UpdateDto,
    errors,
  })
  async changeUpdate(
    @Id() id: number,
    @Body() body: ChangeUpdateDto,
    @Context() context: RequestContext,
  ): Promise<UpdateDto> {
    return UpdateDto.from(await this.updates.change(id, body, context).catch(mapVersionMismatch(UpdateDto.from)));
  }

  private send(query: UpdateSearchQuery, response: Response): Promise<void> {
    return sendList(response, query, { rows: this.updates.list(query), serialize: (record) => UpdateDto.from(record) });
  }
}
