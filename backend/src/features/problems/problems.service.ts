import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { lockRecord } from '../../records/versions';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readRows, type ReadRows, type ListFilter } from '../../lists/read-rows';
import { findAllBy, findById } from '../../database/prepared-statement';
import { ImagesService } from '../../images/images.service';
import type { ThreadStatus } from '../../threads/thread.entity';
import { addResponse, readThread } from '../../threads/thread.functions';
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
  ) {}

  list(filter: ListFilter): ReadRows<Problem> {
    return readRows(this.problems, filter);
  }

  /** A problem as it is answered; null where it has been deleted since. */
  serialize(problem: Problem, as: 'url' | undefined): ProblemDto | Promise<ProblemDto | null> {
    return this.images.serialize<Problem, ProblemDto>(problem, as, {
      from: ProblemDto.from,
      again: () => findById(this.problems, problem.id),
    });
  }

  read(id: number): Promise<Problem> {
    return readThread(this.problems, id, notFound);
  }

  async create({ images = [], ...fields }: CreateProblemDto, context: RequestContext): Promise<Problem> {
    const prepared = await this.images.prepare(images);
    return this.images.expectStored(
      this.writer.create(
        Problem,
        { ...fields, images: prepared.references, createdById: context.userId },
        context,
        this.images.storing(prepared),
      ),
      context,
      prepared,
    );
  }

  /** Changes the fields that are given; 404 without the problem, `VersionMismatch` where its `If-Match` does not fit. */
  async change(id: number, { images, ...fields }: ChangeProblemDto, context: RequestContext): Promise<Problem> {
    const current = await this.read(id);
    const prepared = images && (await this.images.prepare(images, current.images));
    return this.images.expectStored(
      this.writer.change(
        Problem,
        { id, notFound, fields: { ...fields, images: prepared?.references } },
        context,
        async (manager, problem) => {
          if (prepared) await this.images.store(manager, prepared, problem.images);
        },
      ),
      context,
      prepared,
    );
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
  async listResponses(problemId: number): Promise<ProblemResponse[]> {
    const responses = await findAllBy(this.responses, 'problemId', problemId);
    if (responses.length === 0) await this.read(problemId);
    return responses;
  }

  addResponse(problemId: number, response: string, context: RequestContext): Promise<ProblemResponse> {
    return addResponse(this.writer, ProblemResponse, {
      context,
      row: { problemId, response, createdById: context.userId },
      parent: 'problem_responses_problem_id_fkey',
      notFound,
    });
  }
}
