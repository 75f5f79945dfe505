import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { readListQuery } from '../../lists/query-filter';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { lockRecord, VersionMismatch } from '../../records/versions';
import { countViews } from './count-views';
import type { ChangeViewDto, CreateViewDto, ViewCountDto } from './view.dto';
import { View } from './view.entity';

const notFound = 'View not found';
export const NOT_BY_OTHERS = 'Only who made a view can stop sharing it';

/** Views that people have saved. Each person has their own views and the shared ones. */
@Injectable()
export class ViewsService {
  constructor(
    @InjectRepository(View) private readonly views: Repository<View>,
    private readonly writer: RecordWriter,
  ) {}

  list(userId: number): Promise<View[]> {
    return this.views.find({ where: [{ createdById: userId }, { isShared: true }], order: { name: 'ASC', id: 'ASC' } });
  }

  async count(userId: number, list?: string): Promise<ViewCountDto[]> {
    if (list !== undefined) this.check(list);
    const views = (await this.list(userId)).filter((view) => list === undefined || view.list === list);
    return countViews(this.views.manager.connection, views, userId);
  }

  /** Saves a view; 400 where its query is none of its list. */
  async create(fields: CreateViewDto, context: RequestContext): Promise<View> {
    this.check(fields.list, fields.query);
    return this.writer.create(View, { ...fields, createdById: context.userId }, context);
  }

  change(id: number, fields: ChangeViewDto, context: RequestContext): Promise<View> {
    return this.writer
      .change(View, { id, notFound, fields }, context, (_manager, view) => {
        expectVisible(view, context.userId);
        // A view that others use must not vanish from their lists by somebody else's hand.
        const isOthers = view.createdById !== context.userId;
        if (isOthers && fields.isShared === false) throw new ForbiddenException(NOT_BY_OTHERS);
        this.check(view.list, fields.query);
        return Promise.resolve();
      })
      .catch(hideFrom(context.userId));
  }

  async delete(id: number, context: RequestContext): Promise<void> {
    await this.writer
      .transaction(context, async (manager) => {
        expectVisible(await lockRecord(manager, View, { id, ifMatch: context.ifMatch, notFound }), context.userId);
        await manager.delete(View, { id });
      })
      .catch(hideFrom(context.userId));
  }

  private check(list: string, query = ''): void {
    readListQuery(this.views.manager.connection, list, query);
  }
}

/** Nobody learns of a view that is somebody else's. */
function expectVisible({ isShared, createdById }: View, userId: number): void {
  if (!isShared && createdById !== userId) throw new NotFoundException(notFound);
}

/** A version that does not fit would be answered with the view, so this comes first. */
function hideFrom(userId: number): (error: unknown) => never {
  return (error) => {
    if (error instanceof VersionMismatch) expectVisible(error.current as View, userId);
    throw error;
  };
}
