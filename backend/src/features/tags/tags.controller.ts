import { Body, Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { Context, type RequestContext } from '../../records/request-context';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { Threads, type ThreadType } from '../../threads/thread-types';
import { ChangeTagDto, CreateTagDto, TagDto, TagIdsDto } from './tag.dto';
import { TagsService } from './tags.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'Tag not found' };
const taken = { 409: 'There is a tag with the name Returns already (capitals do not count)' };

/** `/api/tags`: the tags of questions and problems, and which of these have them. */
@ApiSection('tags', 'What questions and problems are sorted by.')
@Controller()
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get('tags')
  @Operation({
    id: 'listTags',
    summary: 'List the tags, by their groups and names',
    description: 'The whole list.',
    answer: [TagDto],
  })
  async listTags(): Promise<TagDto[]> {
    return (await this.tags.list()).map((tag) => TagDto.from(tag));
  }

  @Post('tags')
  @Operation({
    id: 'createTag',
    summary: 'Create a tag',
    description: 'No two tags have the same name, whatever its case.',
    status: 201,
    answer: TagDto,
    errors: taken,
  })
  async createTag(@Body() body: CreateTagDto, @Context() context: RequestContext): Promise<TagDto> {
    return TagDto.from(await this.tags.create(body, context));
  }

  @Patch('tags/:id')
  @ApiIfMatch()
  @Operation({
    id: 'changeTag',
    summary: 'Change a tag',
    description: 'Fields that are left out stay as they are. No record is touched: they have the number of the tag.',
    answer: TagDto,
    errors: { ...errors, ...taken },
  })
  async changeTag(@Id() id: number, @Body() body: ChangeTagDto, @Context() context: RequestContext): Promise<TagDto> {
    return TagDto.from(await this.tags.change(id, body, context).catch(mapVersionMismatch(TagDto.from)));
  }

  @Delete('tags/:id')
  @ApiIfMatch()
  @Operation({
    id: 'deleteTag',
    summary: 'Delete a tag, and take it from all records',
    description: 'All in one change set: reverting it brings the tag back, and gives it to the same records.',
    status: 204,
    errors,
  })
  deleteTag(@Id() id: number, @Context() context: RequestContext): Promise<void> {
    return this.tags.delete(id, context).catch(mapVersionMismatch(TagDto.from));
  }

  @Put(':kind/:id/tags/:tag')
  @Operation({
    id: 'addTag',
    summary: 'Give a tag to a question, a problem or another thread',
    description: 'Of two that are given at once both stay. It changes nothing where the record has it.',
    answer: TagIdsDto,
    errors,
  })
  async addTag(
    @Threads() kind: ThreadType,
    @Id() id: number,
    @Id('tag') tagId: number,
    @Context() context: RequestContext,
  ): Promise<TagIdsDto> {
    return { tagIds: await this.tags.setTag(kind, { id, tagId, isWanted: true }, context) };
  }

  @Delete(':kind/:id/tags/:tag')
  @Operation({
    id: 'removeTag',
    summary: 'Take a tag from a question, a problem or another thread',
    description: 'Its other tags stay. It changes nothing where the record does not have it.',
    answer: TagIdsDto,
    errors: { 400: errors[400], 404: 'There is no such record' },
  })
  async removeTag(
    @Threads() kind: ThreadType,
    @Id() id: number,
    @Id('tag') tagId: number,
    @Context() context: RequestContext,
  ): Promise<TagIdsDto> {
    return { tagIds: await this.tags.setTag(kind, { id, tagId, isWanted: false }, context) };
  }
}
