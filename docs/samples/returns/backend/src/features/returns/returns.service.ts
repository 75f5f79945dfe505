import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Writer } from '../../changes/writer';
import { Writes } from '../../changes/writes';
import { readRows, type ReadRows, type Wanted } from '../../common/lists/read-rows';
import { findAllBy } from '../../database/prepared';
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
    private readonly writes: Writes,
  ) {}

  list(wanted: Wanted): ReadRows<Return> {
    return readRows(this.returns, wanted);
  }

  read(id: number): Promise<Return> {
    return readThread(this.returns, id, notFound);
  }

  create(fields: CreateReturnDto, by: Writer): Promise<Return> {
    return this.writes.create(Return, { ...fields, createdById: by.userId }, by);
  }

  changeStatus(id: number, status: ThreadStatus, by: Writer): Promise<Return> {
    return this.writes.changeStatus(Return, { id, notFound, status }, by);
  }

  /** The responses to a return, oldest first; 404 without the return. */
  async listResponses(returnId: number): Promise<ReturnResponse[]> {
    const responses = await findAllBy(this.responses, 'returnId', returnId);
    if (responses.length === 0) await this.read(returnId);
    return responses;
  }

  addResponse(returnId: number, response: string, by: Writer): Promise<ReturnResponse> {
    return addResponse(this.writes, ReturnResponse, {
      by,
      row: { returnId, response, createdById: by.userId },
      parent: 'return_responses_return_id_fkey',
      notFound,
    });
  }
}
