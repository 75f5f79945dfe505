import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Operation } from '../api/operation';
import { ApiSection } from '../api/section';
import { Queued } from '../http/budgets/queued';
import { SearchAllQuery, SearchAnswerDto } from './search.dto';
import { SearchService } from './search.service';

/** `/api/search`: all records at once. */
@ApiSection('search', 'One search over all records and their responses.')
@Controller('search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @Queued('searches')
  @Operation({
    id: 'searchEverything',
    summary: 'Search all records at once, while one types',
    description:
      'Looks in the records of every kind, and in their responses. Exact SKUs, EANs and record numbers (`#57`) come first, then words of the title, then other words, the newest first in each; `sort=relevance` orders the searches of one kind the same way. Words like *for* and *the* need not occur, and one typo in a word of four letters and more is forgiven. Where no record of a kind has all words, those with the most telling ones are answered, and `partial` says so.',
    status: 200,
    answer: SearchAnswerDto,
    answerDescription: 'The hits by kind.',
    errors: { 400: 'q must be one text' },
  })
  searchEverything(@Query() query: SearchAllQuery, @Req() request: Request): Promise<SearchAnswerDto> {
    return this.search.search(query.q, {
      limit: query.limit ?? 5,
      hasTotals: query.totals === 'true',
      isAborted: () => request.destroyed || request.socket.destroyed,
    });
  }
}
