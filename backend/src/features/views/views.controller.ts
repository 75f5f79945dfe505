import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CurrentUserId } from '../../api/current-user';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Id } from '../../http/id.pipe';
import { Context, type RequestContext } from '../../records/request-context';
import { ApiIfMatch, mapVersionMismatch } from '../../records/versions';
import { ChangeViewDto, CountViewsQuery, CreateViewDto, ViewCountDto, ViewDto } from './view.dto';
import { NOT_BY_OTHERS, ViewsService } from './views.service';

const errors = { 400: 'The id must be a positive whole number', 404: 'View not found' };

/** `/api/views`: lists with filters that somebody has saved. */
@ApiSection('views', 'Lists with filters that somebody has saved, for oneself or for all.')
@Controller('views')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Get()
  @Operation({
    id: 'listViews',
    summary: 'List the views that one has, by name',
    description: 'Those that one has made, and those that are shared.',
    answer: [ViewDto],
  })
  async listViews(@CurrentUserId() userId: number): Promise<ViewDto[]> {
    return (await this.views.list(userId)).map((view) => ViewDto.from(view));
  }

  @Get('counts')
  @Operation({
    id: 'countViews',
    summary: 'Count what the views hold that one has',
    description:
      'In one call, for the first 50 views by name, of one `list` or of all. A search is counted by relevance, up to 1,000 records, unless the view has another `sort`: then up to 2,000 matches are. Without a search up to 100,000 records are. `isExact` tells whether there are more. What finds no place among the searches under way, or takes too long, is left out.',
    answer: [ViewCountDto],
    errors: { 400: 'List must be queue or a kind of record' },
  })
  countViews(@Query() { list }: CountViewsQuery, @CurrentUserId() userId: number): Promise<ViewCountDto[]> {
    return this.views.count(userId, list);
  }

  @Post()
  @Operation({
    id: 'createView',
    summary: 'Save a view',
    description: 'Its query is that of a list of this kind.',
    status: 201,
    answer: ViewDto,
  })
  async createView(@Body() body: CreateViewDto, @Context() context: RequestContext): Promise<ViewDto> {
    return ViewDto.from(await this.views.create(body, context));
  }

  @Patch(':id')
  @ApiIfMatch()
  @Operation({
    id: 'changeView',
    summary: 'Change a view',
    description: 'One of one’s own, or one that is shared. Fields that are left out stay as they are.',
    answer: ViewDto,
    errors: { ...errors, 403: NOT_BY_OTHERS },
  })
  async changeView(
    @Id() id: number,
    @Body() body: ChangeViewDto,
    @Context() context: RequestContext,
  ): Promise<ViewDto> {
    return ViewDto.from(await this.views.change(id, body, context).catch(mapVersionMismatch(ViewDto.from)));
  }

  @Delete(':id')
  @ApiIfMatch()
  @Operation({
    id: 'deleteView',
    summary: 'Delete a view',
    description: 'One of one’s own, or one that is shared. Nothing that it lists is changed.',
    status: 204,
    errors,
  })
  async deleteView(@Id() id: number, @Context() context: RequestContext): Promise<void> {
    await this.views.delete(id, context).catch(mapVersionMismatch(ViewDto.from));
  }
}
