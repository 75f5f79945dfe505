import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { orNotFound } from '../../api/operation';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readRows, type ListFilter } from '../../lists/read-rows';
import type { ReadRows } from '../../lists/page';
import { findById } from '../../database/prepared-statement';
import type { ChangeUpdateDto, CreateUpdateDto } from './update.dto';
import { Update } from './update.entity';

const notFound = 'Update not found';

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
    return orNotFound(await findById(this.updates, id), notFound);
  }

  create(fields: CreateUpdateDto, context: RequestContext): Promise<Update> {
    return this.writer.create(Update, { ...fields, createdById: context.userId }, context);
  }

  /** Changes the fields that are given; 404 without the update. */
  change(id: number, fields: ChangeUpdateDto, context: RequestContext): Promise<Update> {
    return this.writer.change(Update, { id, notFound, fields }, context);
  }
}
