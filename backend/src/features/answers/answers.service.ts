import { BadRequestException, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import { orNotFound } from '../../api/operation';
import { continueChangeSet } from '../../changes/continue-change-set';
import { StepwiseChangeSet } from '../../changes/stepwise-change-set.entity';
import { DatabaseHealth } from '../../database/database-health';
import { queueOf } from '../../http/budgets/queued';
import { filterConditions, type RecordFilter } from '../../lists/filters';
import { isFiltered } from '../../lists/query-filter';
import { RecordWriter } from '../../records/record-writer';
import { RESUME_INTERVAL_MS, resumedContext, resumeUnfinished } from '../../records/resume-unfinished';
import type { RequestContext } from '../../records/request-context';
import { whereAll } from '../../search/text-filter';
import type { ThreadStatus } from '../../threads/thread.entity';
import { threadTypes } from '../../threads/thread-types';
import { LinksService } from '../links/links.service';
import { UpdatesService } from '../updates/updates.service';
import { answerOpenItems } from './answer-items';
import { UpdateAnswer, type AnsweredItem } from './update-answer.entity';

/** Items that are answered in one transaction: the feed of changes waits for it, some tenths of a second. */
const STEP_ITEMS = 250;
/** Links of products that it makes: an update may name very many. */
const STEP_LINKS = 5000;
/** Items that one update answers at once. */
export const MAX_ITEMS = 10_000;

/** Change sets that are no reverts are made by answers alone. */
const END_STOPPED = `
  UPDATE stepwise_change_sets AS made SET finished_at = now()
  WHERE finished_at IS NULL AND reverts IS NULL
    AND NOT EXISTS (SELECT FROM update_answers AS answer WHERE answer.change_set = made.change_set)`;

/** Which open items: those of a kind that pass a filter. */
type ItemFilter = RecordFilter & { kind?: string };

/** What is answered, and what the items get. */
export interface AnswerRequest {
  /** Those of them that pass the filter; without them all that do. */
  items?: AnsweredItem[];
  filter: ItemFilter;
  status?: ThreadStatus;
  /** Without it they get that of the update. */
  text?: string;
}

/** What an update has answered, or would answer. */
export interface Answered {
  /** Takes all of it back; of a dry run nothing is under it. */
  changeSet: string;
  answered: number;
  /** Items that are gone or resolved, or do not pass the filter. */
  skipped: number;
}

/** Updates that answer open items: each a row of `update_answers`, finished in steps, whatever happens to the process. */
@Injectable()
export class AnswersService implements OnModuleInit, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    private readonly writer: RecordWriter,
    private readonly databaseHealth: DatabaseHealth,
    private readonly updates: UpdatesService,
    private readonly links: LinksService,
  ) {}

  onModuleInit(): void {
    this.timer = resumeUnfinished(this.databaseHealth, 'Answers', {
      find: () => this.findUnfinished(),
      finish: (begun) => this.finish(begun),
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Answers the items that are open; 404 without the update. Once it is begun it is finished, also by another process. */
  async answerItems(updateId: number, request: AnswerRequest, context: RequestContext): Promise<Answered> {
    const asked = request.items && new Set(request.items.map(({ kind, id }) => `${kind} ${id}`)).size;
    // It goes with its update.
    const begunBefore = async (manager: EntityManager, changeSet: string): Promise<UpdateAnswer> =>
      orNotFound(await manager.findOneBy(UpdateAnswer, { changeSet }), 'Update not found');
    if (context.dryRun) {
      // Before the transaction: inside, they would wait for a second connection while it holds one.
      const items = await this.find(request, context.userId);
      await this.updates.read(updateId);
      return this.writer.idempotent(
        context,
        async () => asAnswered({ changeSet: context.changeSet, answered: withinLimit(items).length, items }, asked),
        async (manager, changeSet) => asAnswered(await begunBefore(manager, changeSet), asked),
      );
    }
    // Begun only with a place in the queue: what the queue refuses must not be carried out later.
    const finished = await queueOf('jobs').run(context.userId, async () => {
      // Not before: colleagues may answer some of them while this waits for its turn.
      const items = await this.find(request, context.userId);
      const begun = await this.writer.idempotent(
        context,
        (manager) =>
          this.begin(
            manager,
            updateId,
            { items: withinLimit(items), status: request.status ?? null, text: request.text ?? null },
            context,
          ),
        begunBefore,
      );
      return this.finish(begun);
    });
    return asAnswered(finished, asked);
  }

  /** The open items that pass a filter, or too many: of the named ones where some are named, else of all. */
  private async find(
    { items, filter: { kind, ...filter } }: Pick<AnswerRequest, 'items' | 'filter'>,
    userId: number,
  ): Promise<AnsweredItem[]> {
    if (!items && !isFiltered(filter)) throw new BadRequestException('Say which items: by items or by a filter');
    const found: AnsweredItem[] = [];
    for (const type of threadTypes().filter((one) => kind === undefined || one.kind === kind)) {
      const values: unknown[] = [];
      const bind = (value: unknown): string => `$${values.push(value)}`;
      const conditions = filterConditions(type, { ...filter, userId }, bind);
      if (items) conditions.push(`id = ANY(${bind(idsOf(type.kind, items))})`);
      const where = whereAll(["status <> 'resolved'", ...conditions]);
      const statement = `SELECT id FROM "${type.table}" ${where} ORDER BY id LIMIT ${MAX_ITEMS + 1}`;
      const rows = await this.source.query<{ id: number }[]>(statement, values);
      found.push(...rows.map(({ id }) => ({ kind: type.kind, id })));
    }
    return found;
  }

  private async begin(
    manager: EntityManager,
    updateId: number,
    given: Pick<UpdateAnswer, 'items' | 'status' | 'text'>,
    { userId, tokenName, changeSet }: RequestContext,
  ): Promise<UpdateAnswer> {
    await this.updates.read(updateId);
    await manager.insert(StepwiseChangeSet, { changeSet });
    return manager.save(manager.create(UpdateAnswer, { ...given, updateId, userId, tokenName, changeSet }));
  }

  /** Goes on until the answer is finished, also while another process works on it, or until its update is deleted. */
  private async finish(begun: UpdateAnswer): Promise<UpdateAnswer> {
    let answer = begun;
    while (!answer.finishedAt) {
      const next = await this.step(answer);
      if (!next) {
        await this.endStopped();
        break;
      }
      answer = next;
    }
    return answer;
  }

  /** Answers the next items. Processes take turns: each holds the row. Null where it is gone. */
  private async step(begun: UpdateAnswer): Promise<UpdateAnswer | null> {
    const { id, userId, changeSet } = begun;
    return this.writer.transaction(resumedContext(begun), async (manager) => {
      const answer = await manager.findOne(UpdateAnswer, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!answer) return null;
      if (answer.finishedAt) return answer;
      await continueChangeSet(manager, changeSet);
      const { updateId, status } = answer;
      const text = answer.text ?? (await this.updates.read(updateId)).content;
      const productIds = await this.links.readNamed(manager, text);
      const items = answer.items.slice(answer.done, answer.done + stepItems(productIds.length));
      const threads = await answerOpenItems(manager, items, { updateId, text, status, userId });
      for (const { kind, ids } of threads) {
        await this.links.linkNamed(manager, { kind, ids, productIds }, userId);
        answer.answered += ids.length;
      }
      answer.done += items.length;
      if (answer.done >= answer.items.length) {
        answer.finishedAt = new Date();
        await manager.update(StepwiseChangeSet, { changeSet }, { finishedAt: answer.finishedAt });
      }
      const { done, answered, finishedAt } = answer;
      await manager.update(UpdateAnswer, { id }, { done, answered, finishedAt });
      return answer;
    });
  }

  private async findUnfinished(): Promise<UpdateAnswer[]> {
    await this.endStopped();
    return this.source.manager.find(UpdateAnswer, {
      where: { finishedAt: IsNull(), createdAt: LessThan(new Date(Date.now() - RESUME_INTERVAL_MS)) },
      order: { id: 'ASC' },
    });
  }

  /** An answer goes with its update: what it has done by then is all that its change set gets, and can be taken back. */
  private async endStopped(): Promise<void> {
    await this.source.query(END_STOPPED);
  }
}

/** How many items are answered in one transaction if each is linked to so many products. */
function stepItems(products: number): number {
  return Math.min(STEP_ITEMS, Math.max(1, Math.floor(STEP_LINKS / Math.max(products, 1))));
}

/** Refuses too many items. A repeated request is not refused: more may match by then, but it gets its first answer. */
function withinLimit(items: AnsweredItem[]): AnsweredItem[] {
  if (items.length > MAX_ITEMS) throw new BadRequestException(`An update answers at most ${MAX_ITEMS} items at once`);
  return items;
}

function idsOf(kind: string, items: AnsweredItem[]): number[] {
  return items.filter((item) => item.kind === kind).map(({ id }) => id);
}

/** Of the items that were asked for, if they were named. */
function asAnswered(
  { changeSet, answered, items }: Pick<UpdateAnswer, 'changeSet' | 'answered' | 'items'>,
  asked = items.length,
): Answered {
  return { changeSet, answered, skipped: asked - answered };
}
