import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { lockRecord } from '../../records/versions';
import type { Writer } from '../../records/request-context';
import { Writes } from '../../records/record-writer';
import { readListed, type ReadRows, type Wanted } from '../../lists/read-rows';
import { findAllBy, findById } from '../../database/prepared-statement';
import type { Listed } from '../../database/times';
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
    private readonly writes: Writes,
  ) {}

  list(wanted: Wanted): ReadRows<Listed<Problem>> {
    return readListed(this.problems, wanted);
  }

  /** A problem as it is answered; null where it was deleted meanwhile. */
  serialize(problem: Listed<Problem>, as: 'url' | undefined): ProblemDto | Promise<ProblemDto | null> {
    return this.images.serialize<Listed<Problem>, ProblemDto>(problem, as, {
      from: ProblemDto.from,
      again: () => findById(this.problems, problem.id),
    });
  }

  read(id: number): Promise<Problem> {
    return readThread(this.problems, id, notFound);
  }

  async create({ images = [], ...fields }: CreateProblemDto, by: Writer): Promise<Problem> {
    const prepared = await this.images.prepare(images);
    return this.images.expectStored(
      this.writes.create(
        Problem,
        { ...fields, images: prepared.references, createdById: by.userId },
        by,
        this.images.storing(prepared),
      ),
      by,
      prepared,
    );
  }

  /** Changes the fields that are given; 404 without the problem, `StaleRecord` where its `If-Match` does not fit. */
  async change(id: number, { images, ...fields }: ChangeProblemDto, by: Writer): Promise<Problem> {
    const current = await this.read(id);
    const prepared = images && (await this.images.prepare(images, current.images));
    return this.images.expectStored(
      this.writes.change(
        Problem,
        { id, notFound, fields: { ...fields, images: prepared?.references } },
        by,
        async (manager, problem) => {
          if (prepared) await this.images.store(manager, prepared, problem.images);
        },
      ),
      by,
      prepared,
    );
  }

  changeStatus(id: number, status: ThreadStatus, by: Writer): Promise<Problem> {
    return this.writes.changeStatus(Problem, { id, notFound, status }, by);
  }

  /** Deletes a problem; the database takes its answers with it. */
  async delete(id: number, by: Writer): Promise<void> {
    await this.writes.transaction(by, async (manager) => {
      await lockRecord(manager, Problem, { id, ifMatch: by.ifMatch, notFound });
      await manager.delete(Problem, { id });
    });
  }

  /** The answers to a problem, oldest first; 404 without the problem. */
  async listResponses(problemId: number): Promise<ProblemResponse[]> {
    const responses = await findAllBy(this.responses, 'problemId', problemId);
    if (responses.length === 0) await this.read(problemId);
    return responses;
  }

  addResponse(problemId: number, response: string, by: Writer): Promise<ProblemResponse> {
    return addResponse(this.writes, ProblemResponse, {
      by,
      row: { problemId, response, createdById: by.userId },
      parent: 'problem_responses_problem_id_fkey',
      notFound,
    });
  }
}
