import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Writes } from '../../changes/writes';
import { readRows, type ReadRows, type Wanted } from '../../common/lists/read-rows';
import type { CreateUpdateDto } from './update.dto';
import { Update } from './update.entity';

/** News that staff publish. */
@Injectable()
export class UpdatesService {
  constructor(
    @InjectRepository(Update) private readonly updates: Repository<Update>,
    private readonly writes: Writes,
  ) {}

  list(wanted: Wanted): ReadRows<Update> {
    return readRows(this.updates, wanted);
  }

  /** The update with this id; 404 without one. */
  async read(id: number): Promise<Update> {
    const update = await this.updates.findOneBy({ id });
    if (!update) throw new NotFoundException('Update not found');
    return update;
  }

  create(fields: CreateUpdateDto, createdById: number): Promise<Update> {
    return this.writes.create(Update, (manager) => manager.save(manager.create(Update, { ...fields, createdById })));
  }

  count(): Promise<number> {
    return this.updates.count();
  }
}
