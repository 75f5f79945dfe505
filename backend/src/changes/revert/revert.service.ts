import { ConflictException, ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queueOf } from '../../http/budgets/queued';
import { MAX_ANSWERED, type RevertDto, type RevertedDto } from './revert.dto';
import { Change } from '../change.entity';
import { ChangesService } from '../changes.service';
import { ChangeSetRevert, CONFLICTS } from './change-set-revert';
import { StepwiseReverts } from './stepwise-reverts';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';

/** What the 403 says. */
export const NOT_BY_OTHERS = 'Only who made a view can take back a change of it, unless it is shared';

/** A change of more entries waits for its turn among long jobs. */
const MAX_AT_ONCE = 100;

/** Takes back what one request has done. */
@Injectable()
export class RevertService {
  constructor(
    private readonly writer: RecordWriter,
    private readonly changes: ChangesService,
    private readonly stepwise: StepwiseReverts,
    private readonly source: DataSource,
  ) {}

  /**
   * Reverts a change set, or what it did to one record, in a change set of its own: what other fields got since stays. 404
   * without it; 409 with both values where the same field was changed since and `how` does not say what to do.
   */
  async revert(changeSet: string, how: RevertDto, context: RequestContext): Promise<RevertedDto> {
    const isStepwise = (await this.stepwise.isStepwise(changeSet)) && !how.only;
    if (isStepwise && !context.dryRun) {
      const made = await queueOf('jobs').run(context.userId, () => this.stepwise.revert(changeSet, how, context));
      return this.toDto(await logged(this.source.manager, made));
    }
    const revert = (): Promise<Change[]> =>
      this.writer.idempotent(
        context,
        (manager) => this.run(manager, changeSet, how, { isStepwise, userId: context.userId }),
        (manager, first) => logged(manager, first),
      );
    const isLarge = await this.changes.hasMoreThan(MAX_AT_ONCE, changeSet);
    const done = await (isLarge ? queueOf('jobs').run(context.userId, revert) : revert());
    return this.toDto(done);
  }

  private async toDto(done: Change[]): Promise<RevertedDto> {
    return { changeSet: done[0]?.changeSet ?? null, changes: await this.changes.serialize(done) };
  }

  /** What cannot come back is left out in steps, and so where they are tried out. */
  private async run(
    manager: EntityManager,
    changeSet: string,
    how: RevertDto,
    { isStepwise, userId }: { isStepwise: boolean; userId: number },
  ): Promise<Change[]> {
    const revert = await ChangeSetRevert.of(manager, changeSet, { only: how.only });
    if (!revert) throw new NotFoundException('There is no such change');
    if (!revert.isOpenTo(userId)) throw new ForbiddenException(NOT_BY_OTHERS);
    const conflicts = await revert.decide(how);
    if (conflicts.length > 0) throw new ConflictException({ message: CONFLICTS, conflicts });
    await (isStepwise ? revert.applyWhatCanBe() : revert.apply());
    const [{ id }] = await manager.query<{ id: string }[]>(
      "SELECT nullif(current_setting('crm.change_set', true), '') AS id",
    );
    return logged(manager, id);
  }
}

function logged(manager: EntityManager, changeSet: string): Promise<Change[]> {
  return manager.find(Change, { where: { changeSet }, order: { id: 'ASC' }, take: MAX_ANSWERED });
}
