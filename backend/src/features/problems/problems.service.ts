import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Accounts } from '../../changes/accounts';
import { lockRecord } from '../../records/versions';
import { orNotFound } from '../../api/operation';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readParts, readRows, type ListFilter } from '../../lists/read-rows';
import type { ReadRows } from '../../lists/page';
import { withIncluded, type IncludeQuery } from '../../lists/included';
import { findById } from '../../database/prepared-statement';
import { mapViolation } from '../../http/database-error';
import { ImagesService } from '../../images/images.service';
import { EXPORT_BATCH, exportThreads } from '../../threads/thread-export';
import { unknownAssignee, type CreateResponseDto } from '../../threads/thread.dto';
import type { ThreadStatus } from '../../threads/thread.entity';
import { TagsService } from '../tags/tags.service';
import { ProblemDto, type ChangeProblemDto, type CreateProblemDto } from './problem.dto';
import { Problem, ProblemResponse } from './problem.entity';

const notFound = 'Problem not found';

/** What customers report as broken, and what is answered. */
@Injectable()
export class ProblemsService {
  constructor(
    @InjectRepository(Problem) private readonly problems: Repository<Problem>,
    @InjectRepository(ProblemResponse) private readonly responses: Repository<ProblemResponse>,
    private readonly images: ImagesService,
    private readonly writer: RecordWriter,
    private readonly accounts: Accounts,
    private readonly tags: TagsService,
  ) {}

  list(filter: ListFilter & IncludeQuery): ReadRows<Problem> {
    return withIncluded(readRows(this.problems, filter), filter, {
      threads: this.problems,
      responses: this.responses,
      column: 'problem_id',
    });
  }

  /** The problems as CSV, piece by piece. */
  export(filter: ListFilter): AsyncGenerator<string> {
    return exportThreads(this.list({ ...filter, include: 'queue', limit: EXPORT_BATCH }), this.accounts, this.tags);
  }

  /** A problem as it is answered; null where it has been deleted since. */
  serialize(problem: Problem, as: 'url' | undefined): ProblemDto | Promise<ProblemDto | null> {
    return this.images.serialize<Problem, ProblemDto>(problem, as, {
      from: ProblemDto.from,
      again: () => findById(this.problems, problem.id),
    });
  }

  async read(id: number): Promise<Problem> {
    return orNotFound(await findById(this.problems, id), notFound);
  }

  async create({ images = [], ...fields }: CreateProblemDto, context: RequestContext): Promise<Problem> {
    const prepared = await this.images.prepare(images, context.userId);
    const problem = { ...fields, images: prepared.references, createdById: context.userId };
    const save = this.writer.create(Problem, problem, context, this.images.storing(prepared));
    return this.images.expectStored(save, context, prepared);
  }

  /** Changes the fields that are given; 404 without the problem. */
  async change(id: number, { images, ...fields }: ChangeProblemDto, context: RequestContext): Promise<Problem> {
    const current = await this.read(id);
    const prepared = images && (await this.images.prepare(images, context.userId, current.images));
    const change = { id, notFound, fields: { ...fields, images: prepared?.references } };
    const save = this.writer.change(Problem, change, context, async (manager, problem) => {
      if (prepared) await this.images.store(manager, prepared, problem.images);
    });
    return this.images
      .expectStored(save, context, prepared)
      .catch(mapViolation('problems_assignee_id_fkey', unknownAssignee));
  }

  changeStatus(id: number, status: ThreadStatus, context: RequestContext): Promise<Problem> {
    return this.writer.changeStatus(Problem, { id, notFound, status }, context);
  }

  /** Deletes a problem; the database takes its answers with it. */
  async delete(id: number, context: RequestContext): Promise<void> {
    await this.writer.transaction(context, async (manager) => {
      await lockRecord(manager, Problem, { id, ifMatch: context.ifMatch, notFound });
      await manager.delete(Problem, { id });
    });
  }

  /** The answers to a problem, oldest first; 404 without the problem. */
  listResponses(problemId: number): ReadRows<ProblemResponse> {
    return readParts(this.responses, ['problem_id', problemId], (id) => this.read(id));
  }

  addResponse(problemId: number, fields: CreateResponseDto, context: RequestContext): Promise<ProblemResponse> {
    const row = { ...fields, problemId, createdById: context.userId };
    const gone = (): Error => new NotFoundException(notFound);
    return this.writer
      .create(ProblemResponse, row, context)
      .catch(mapViolation('problem_responses_problem_id_fkey', gone));
  }
}
