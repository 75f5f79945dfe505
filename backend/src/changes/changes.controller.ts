import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { credentialOf } from '../api/current-user';
import { ListOperation, Operation } from '../api/operation';
import { KIND } from '../api/record-reference';
import { ApiSection } from '../api/section';
import { Id } from '../http/id.pipe';
import { UuidPipe } from '../http/uuid.pipe';
import { PlainListQuery } from '../lists/list-query.dto';
import { sendList } from '../lists/send-list';
import { CHANGE_SET, ChangeDto, ChangesDto, ChangesQuery } from './change.dto';
import { ChangesService } from './changes.service';
import { MAX_CHOICES, RevertDto, RevertedDto } from './revert/revert.dto';
import { NOT_BY_OTHERS, RevertService } from './revert/revert.service';
import { Context, type RequestContext } from '../records/request-context';

/** What was changed: the feed of all changes, the history of one record, and taking a change back. */
@ApiSection(
  'changes',
  'What was changed, by whom and when: the feed of all changes, the history of a record, and taking changes back.',
)
@Controller()
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly reverts: RevertService,
  ) {}

  @Get('changes')
  @Operation({
    id: 'readChanges',
    summary: 'Read the feed of changes',
    description:
      'Start without `after` and go on with the `cursor` of the answer, after any pause: nothing is missed and nothing comes twice. ' +
      'With `kind` or `operation` a page may have fewer changes than `limit`, or none, before the end of the feed: its `cursor` has moved then. ' +
      'To keep a copy of the records, take the cursor of `after=now` first, then read the lists, then go on from that cursor.',
    status: 200,
    answer: ChangesDto,
    answerDescription: 'The next changes, and where they end.',
    errors: { 400: 'after must be a cursor of this feed' },
  })
  readChanges(
    @Query() query: ChangesQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangesDto> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    // It may have gone before this was called.
    if (response.destroyed) gone.abort();
    return this.changes.read(query, { signal: gone.signal, credential: credentialOf(request) });
  }

  @Get(':kind/:id/history')
  @ApiParam({
    name: 'kind',
    description: 'The kind of record as in the other addresses, such as `problems`.',
    schema: { type: 'string', pattern: KIND.source, example: 'problems' },
  })
  @ListOperation({
    id: 'readHistory',
    summary: 'Read the history of a record and its responses, newest first',
    answer: ChangeDto,
    errors: { 404: 'There is no such record' },
  })
  async readHistory(
    @Param('kind') kind: string,
    @Id() id: number,
    @Query() query: PlainListQuery,
    @Res() response: Response,
  ): Promise<void> {
    const rows = await this.changes.history(kind, id);
    await sendList(response, query, {
      rows,
      serialize: async (change) => (await this.changes.serialize([change]))[0],
    });
  }

  @Post('change-sets/:changeSet/revert')
  @HttpCode(200)
  @ApiParam({
    name: 'changeSet',
    description: 'The change set.',
    schema: { type: 'string', format: 'uuid', example: CHANGE_SET },
  })
  // This example works for every change set: it names no record and no conflict.
  @ApiBody({ type: RevertDto, examples: { one: { value: { otherwise: 'keep' } } } })
  @Operation({
    id: 'revertChangeSet',
    summary: 'Take a change back',
    description:
      'Other fields that were changed since stay as they are. Where the same field was changed since, the answer is 409 with `conflicts`: send the request again with a choice for each of them. ' +
      `It names at most ${MAX_CHOICES}; where it names that many there may be more, and \`otherwise\` is for them.`,
    status: 200,
    answer: RevertedDto,
    answerDescription: 'What was changed by it.',
    errors: {
      400: 'The change set must be a UUID',
      403: NOT_BY_OTHERS,
      404: 'There is no such change',
      409: 'Somebody has changed the same since. Choose what to keep',
    },
  })
  revertChangeSet(
    @Param('changeSet', new UuidPipe('The change set')) changeSet: string,
    @Body() how: RevertDto,
    @Context() context: RequestContext,
  ): Promise<RevertedDto> {
    return this.reverts.revert(changeSet, how, context);
  }
}
