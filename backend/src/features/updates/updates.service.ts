import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { orNotFound } from '../../api/operation';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readRows, type ReadRows, type ListFilter } from '../../lists/read-rows';
import { findById } from '../../database/prepared-statement';
import type { CreateUpdateDto } from './update.dto';
import { Update } from './update.entity';

/** Reads and writes updates. */
@Injectable()
export class UpdatesService {
  constructor(
    @InjectRepository(Update) private readonly updates: Repository<Update>,
    private readonly writer: RecordWriter,
  ) {}

  list(filter: ListFilter): ReadRows<Update> {
    return readRows(this.updates, filter);
  }

  /** The update with this id; 404 without one. */
  async read(id: number): Promise<Update> {
    return orNotFound(await findById(this.updates, id), 'Update not found');
  }

  create(fields: CreateUpdateDto, context: RequestContext): Promise<Update> {
    return this.writer.create(Update, { ...fields, createdById: context.userId }, context);
  }
}
