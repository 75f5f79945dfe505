import {
  ConflictException,
  Injectable,
  NotFoundException,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DataSource, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { DatabaseHealth } from '../../database/database-health';
import { RecordWriter } from '../../records/record-writer';
import type { RequestContext } from '../../records/request-context';
import { RESUME_INTERVAL_MS, resumedContext, resumeUnfinished } from '../../records/resume-unfinished';
import { continueChangeSet } from '../continue-change-set';
import { StepwiseChangeSet } from '../stepwise-change-set.entity';
import { ChangeSetRevert, CONFLICTS } from './change-set-revert';
import type { RevertDto } from './revert.dto';

/** Entries that are taken back in one transaction. */
const STEP_ENTRIES = 500;
const AFTER_ALL = '9223372036854775807';

/** Takes back change sets that were made in steps, in steps of their own; what a process leaves another one goes on with. */
@Injectable()
export class StepwiseReverts implements OnModuleInit, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    private readonly writer: RecordWriter,
    private readonly databaseHealth: DatabaseHealth,
  ) {}

  onModuleInit(): void {
    this.timer = resumeUnfinished(this.databaseHealth, 'Reverts', {
      find: () => this.findUnfinished(),
      finish: (changeSet) => this.finish(changeSet),
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Whether a change set was made in steps; 409 while it still is. */
  async isStepwise(changeSet: string): Promise<boolean> {
    const found = await this.source.manager.findOneBy(StepwiseChangeSet, { changeSet });
    if (found && !found.finishedAt)
      throw new ConflictException('This change is still being made. Please try again when it is finished');
    return found !== null;
  }

  /** Decides on all of it first: 409 with the conflicts that `how` leaves open. Answers the change set of the revert. */
  async revert(reverts: string, how: RevertDto, context: RequestContext): Promise<string> {
    const begun = await this.writer.idempotent(
      context,
      (manager) => this.begin(manager, reverts, how, context),
      async (_manager, changeSet) => changeSet,
    );
    await this.finish(begun);
    return begun;
  }

  private async begin(
    manager: EntityManager,
    reverts: string,
    how: RevertDto,
    { changeSet, userId, tokenName }: RequestContext,
  ): Promise<string> {
    const revert = await ChangeSetRevert.of(manager, reverts, {});
    if (!revert) throw new NotFoundException('There is no such change');
    const conflicts = await revert.decide(how);
    if (conflicts.length > 0) throw new ConflictException({ message: CONFLICTS, conflicts });
    await manager.insert(StepwiseChangeSet, {
      changeSet,
      reverts,
      userId,
      tokenName,
      choices: how.choices ?? [],
      nextEntry: AFTER_ALL,
    });
    return changeSet;
  }

  /**
   * Takes back the next entries, newest first. What somebody has changed since the decision stays, and what cannot come back is
   * left out. True at the end.
   */
  private async step(changeSet: string): Promise<boolean> {
    const { userId, tokenName } = await this.source.manager.findOneByOrFail(StepwiseChangeSet, { changeSet });
    const context = resumedContext({ userId: userId as number, tokenName, changeSet });
    return this.writer.transaction(context, async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const one = await manager.findOneOrFail(StepwiseChangeSet, { where: { changeSet }, lock });
      if (one.finishedAt) return true;
      await continueChangeSet(manager, changeSet);
      const page = { before: one.nextEntry as string, limit: STEP_ENTRIES };
      const revert = await ChangeSetRevert.of(manager, one.reverts as string, { page });
      await revert?.decide({ choices: one.choices ?? [], otherwise: 'keep' });
      await revert?.applyWhatCanBe();
      const finishedAt = revert && revert.size === STEP_ENTRIES ? null : new Date();
      await manager.update(StepwiseChangeSet, { changeSet }, { nextEntry: revert?.firstEntry ?? '0', finishedAt });
      return finishedAt !== null;
    });
  }

  private async finish(changeSet: string): Promise<void> {
    while (!(await this.step(changeSet)));
  }

  private async findUnfinished(): Promise<string[]> {
    const left = await this.source.manager.findBy(StepwiseChangeSet, {
      reverts: Not(IsNull()),
      finishedAt: IsNull(),
      createdAt: LessThan(new Date(Date.now() - RESUME_INTERVAL_MS)),
    });
    return left.map(({ changeSet }) => changeSet);
  }
}
