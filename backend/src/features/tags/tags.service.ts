import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { orNotFound } from '../../api/operation';
import { fieldProblem } from '../../http/field-problem';
import { takenMessage } from '../../records/record-type';
import { RecordWriter } from '../../records/record-writer';
import type { RequestContext } from '../../records/request-context';
import { lockRecord } from '../../records/versions';
import { takeTagFromThreads } from '../../threads/thread-tags';
import type { ThreadType } from '../../threads/thread-types';
import type { ChangeTagDto, CreateTagDto } from './tag.dto';
import { Tag } from './tag.entity';

const notFound = 'Tag not found';

/** The tags, and which threads have them. A trigger drops tags that there are not from what is written. */
@Injectable()
export class TagsService {
  constructor(
    @InjectRepository(Tag) private readonly tags: Repository<Tag>,
    private readonly writer: RecordWriter,
  ) {}

  /** All tags, by their groups and names. */
  list(): Promise<Tag[]> {
    return this.tags.find({ order: { group: { direction: 'ASC', nulls: 'first' }, name: 'ASC', id: 'ASC' } });
  }

  create(fields: CreateTagDto, context: RequestContext): Promise<Tag> {
    return this.writer.create(Tag, { ...fields, createdById: context.userId }, context).catch(mapTaken(fields));
  }

  change(id: number, fields: ChangeTagDto, context: RequestContext): Promise<Tag> {
    return this.writer.change(Tag, { id, notFound, fields }, context).catch(mapTaken(fields));
  }

  /** Deletes a tag and takes it from all threads, in one change set: undoing it gives it back to them. */
  async delete(id: number, context: RequestContext): Promise<void> {
    await this.writer.transaction(context, async (manager) => {
      await lockRecord(manager, Tag, { id, ifMatch: context.ifMatch, notFound });
      await takeTagFromThreads(manager, id);
      await manager.delete(Tag, { id });
    });
  }

  /** Adds a tag to a thread, or takes it away, in one statement: of two at once both stay. Answers the tags that it has then. */
  async setTag(
    { table }: ThreadType,
    { id, tagId, isWanted }: { id: number; tagId: number; isWanted: boolean },
    context: RequestContext,
  ): Promise<number[]> {
    const change = isWanted ? 'tag_ids || $2::integer' : 'array_remove(tag_ids, $2::integer)';
    const statement = `UPDATE ${table} SET tag_ids = ${change} WHERE id = $1 AND (tag_ids @> ARRAY[$2::integer]) <> $3`;
    return this.writer.transaction(context, async (manager) => {
      await manager.query(statement, [id, tagId, isWanted]);
      const tagIds = await tagsOf(manager, table, id);
      if (isWanted && !tagIds.includes(tagId)) throw new NotFoundException(notFound);
      return tagIds;
    });
  }
}

async function tagsOf(manager: EntityManager, table: string, id: number): Promise<number[]> {
  const [row = null] = await manager.query<{ tag_ids: number[] }[]>(`SELECT tag_ids FROM ${table} WHERE id = $1`, [id]);
  return orNotFound(row, 'There is no such record').tag_ids;
}

function mapTaken({ name }: ChangeTagDto): (error: unknown) => never {
  return (error) => {
    const taken = takenMessage(error, () => name);
    throw taken ? fieldProblem('name', taken, 409) : error;
  };
}
