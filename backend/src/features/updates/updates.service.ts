import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Writer } from '../../changes/writer';
import { Writes } from '../../changes/writes';
import { newestFirst } from '../../common/lists/search';
import type { ReadRows } from '../../common/lists/send-list';
import { findById } from '../../database/prepared';
import type { CreateUpdateDto } from './update.dto';
import { Update } from './update.entity';

/** News that staff publish. */
@Injectable()
export class UpdatesService {
  constructor(
    @InjectRepository(Update) private readonly updates: Repository<Update>,
    private readonly writes: Writes,
  ) {}

  /** Reads updates newest first; with `q` those in which every word of it occurs. */
  list(q?: string): ReadRows<Update> {
    return newestFirst(this.updates, q);
  }

  /** The update with this id; 404 without one. */
  async read(id: number): Promise<Update> {
    const update = await findById(this.updates, id);
    if (!update) throw new NotFoundException('Update not found');
    return update;
  }

  create(fields: CreateUpdateDto, by: Writer): Promise<Update> {
    return this.writes.create(Update, { ...fields, createdById: by.userId }, by);
  }
}
