import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { orNotFound } from '../../api/operation';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import type { ReadRows } from '../../lists/page';
import { readRows, type ListFilter } from '../../lists/read-rows';
import { findAllBy, findById } from '../../database/prepared-statement';
import { mapViolation } from '../../http/database-error';
import { unknownAssignee } from '../../threads/thread.dto';
import type { ThreadStatus } from '../../threads/thread.entity';
import type { ChangeReturnDto, CreateReturnDto } from './return.dto';
import { Return, ReturnResponse } from './return.entity';

const notFound = 'Return not found';

/** Returns and the responses to them. */
@Injectable()
export class ReturnsService {
  constructor(
    @InjectRepository(Return) private readonly returns: Repository<Return>,
    @InjectRepository(ReturnResponse) private readonly responses: Repository<ReturnResponse>,
    private readonly writer: RecordWriter,
  ) {}

  list(filter: ListFilter): ReadRows<Return> {
    return readRows(this.returns, filter);
  }

  async read(id: number): Promise<Return> {
    return orNotFound(await findById(this.returns, id), notFound);
  }

  create(fields: CreateReturnDto, context: RequestContext): Promise<Return> {
    return this.writer.create(Return, { ...fields, createdById: context.userId }, context);
  }

  /** Changes the fields that are given; 404 without the return. */
  change(id: number, fields: ChangeReturnDto, context: RequestContext): Promise<Return> {
    return this.writer
      .change(Return, { id, notFound, fields }, context)
      .catch(mapViolation('returns_assignee_id_fkey', unknownAssignee));
  }

  changeStatus(id: number, status: ThreadStatus, context: RequestContext): Promise<Return> {
    return this.writer.changeStatus(Return, { id, notFound, status }, context);
  }

  /** The responses to a return, oldest first; 404 without the return. */
  async listResponses(returnId: number): Promise<ReturnResponse[]> {
    const responses = await findAllBy(this.responses, 'returnId', returnId);
    if (responses.length === 0) await this.read(returnId);
    return responses;
  }

  addResponse(returnId: number, response: string, context: RequestContext): Promise<ReturnResponse> {
    const row = { returnId, response, createdById: context.userId };
    const gone = (): Error => new NotFoundException(notFound);
    return this.writer
      .create(ReturnResponse, row, context)
      .catch(mapViolation('return_responses_return_id_fkey', gone));
  }
}
