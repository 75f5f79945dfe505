import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readRows, type ReadRows, type ListFilter } from '../../lists/read-rows';
import { findAllBy } from '../../database/prepared-statement';
import type { ThreadStatus } from '../../threads/thread.entity';
import { addResponse, readThread } from '../../threads/thread.functions';
import type { CreateReturnDto } from './return.dto';
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

  read(id: number): Promise<Return> {
    return readThread(this.returns, id, notFound);
  }

  create(fields: CreateReturnDto, context: RequestContext): Promise<Return> {
    return this.writer.create(Return, { ...fields, createdById: context.userId }, context);
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
    return addResponse(this.writer, ReturnResponse, {
      context,
      row: { returnId, response, createdById: context.userId },
      parent: 'return_responses_return_id_fkey',
      notFound,
    });
  }
}
