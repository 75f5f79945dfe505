import type { DataSource, EntityManager } from 'typeorm';
import { addColleagues, type Colleague } from './colleagues';
import { inThePast, titlesOf, type Past } from './past';
import { productPhotos } from './photos';
import { demoProblems } from './problems';
import { demoQuestions } from './questions';
import { demoRecall } from './recall';
import { addTags, tagsOf, type TagIds } from './tags';
import { seeded } from '../random';
import type { Shop } from '../shop';
import type { DemoThread } from './threads';
import { courseOf, workdayAgo, type Course } from './timeline';
import { demoUpdates } from './updates';
import { addViews } from './views';
import { assigneeOf, noteOf, snoozedUntil } from './work';

/** How many records of a kind were added, and how many were there. */
export interface Added {
  added: number;
  there: number;
}

/** A change that waits for its turn. */
interface Change {
  at: Date;
  write: (past: Past, userIds: number[], tagIds: TagIds) => Promise<void>;
}

interface ThreadTables {
  kind: 'question' | 'problem';
  threads: 'customer_questions' | 'problems';
  responses: 'question_responses' | 'problem_responses';
  parent: 'question_id' | 'problem_id';
}

const QUESTIONS: ThreadTables = {
  kind: 'question',
  threads: 'customer_questions',
  responses: 'question_responses',
  parent: 'question_id',
};
const PROBLEMS: ThreadTables = {
  kind: 'problem',
  threads: 'problems',
  responses: 'problem_responses',
  parent: 'problem_id',
};
const SEED = 90;
/** Part of a day by which an update may be older, so that not all have one time of day. */
const UPDATE_SPREAD_DAYS = 0.4;

/**
 * Adds what the colleagues of the demo shop wrote over the last months and the shop does not have yet, by titles. Photos take
 * long, so they are uploaded before the one transaction that writes all the rest.
 */
export async function addHistory(
  { manager }: DataSource,
  shop: Shop,
  now: Date,
): Promise<Record<'Questions' | 'Problems' | 'Updates', Added>> {
  const random = seeded(SEED);
  const planned = (threads: DemoThread[]) =>
    threads.map((thread, number) => ({ ...thread, number, course: courseOf(thread, random, now) }));
  const questions = await missing(manager, 'customer_questions', planned(demoQuestions()));
  const problems = await missing(manager, 'problems', planned(allProblems()));
  const updates = await missing(manager, 'updates', demoUpdates);

  const changes: Change[] = questions.flatMap((question) => changesOf(question, QUESTIONS, {}, now));
  for (const problem of problems) {
    const images = JSON.stringify(await productPhotos(shop, problem.product, problem.number % 4));
    changes.push(...changesOf(problem, PROBLEMS, { images }, now));
  }
  for (const { title, content, status, daysAgo, by, sku } of updates) {
    const at = workdayAgo(daysAgo + random() * UPDATE_SPREAD_DAYS, now);
    const write = async (past: Past, userIds: number[]) => {
      const step = { at, by: userIds[by] };
      const id = await past.insert({ table: 'updates', ...step, values: { title, content, status } });
      if (sku) await past.link('update', id, sku, step);
    };
    changes.push({ at, write });
  }
  changes.sort((one, other) => one.at.getTime() - other.at.getTime());
  if (changes.length > 0) {
    await manager.transaction(async (transaction) => {
      const userIds = await addColleagues(transaction);
      await inThePast(transaction, async (past) => {
        const tagIds = await addTags(transaction, past, { at: changes[0].at, by: userIds[0] });
        await addViews(transaction, past, tagIds, { at: changes[0].at, by: userIds[0] });
        for (const { write } of changes) await write(past, userIds, tagIds);
      });
    });
  }
  return {
    Questions: counted(questions, demoQuestions()),
    Problems: counted(problems, allProblems()),
    Updates: counted(updates, demoUpdates),
  };
}

const allProblems = (): DemoThread[] => [...demoProblems(), ...demoRecall()];

function counted(missing: unknown[], all: unknown[]): Added {
  return { added: missing.length, there: all.length - missing.length };
}

async function missing<T extends { title: string }>(
  manager: EntityManager,
  table: Parameters<typeof titlesOf>[1],
  records: T[],
): Promise<T[]> {
  const titles = await titlesOf(manager, table);
  return records.filter(({ title }) => !titles.has(title));
}

function changesOf(
  thread: DemoThread & { course: Course; number: number },
  { kind, threads, responses: table, parent }: ThreadTables,
  further: Record<string, string>,
  now: Date,
): Change[] {
  const { title, description, status, responses, fromCustomer, course, product } = thread;
  let id = 0;
  const { created } = course;
  const step = (userIds: number[], at: Date, by: Colleague) => ({ at, by: userIds[by] });
  const changes: Change[] = [
    {
      at: created.at,
      write: async (past, userIds, tagIds) => {
        const values = { title, description, tag_ids: tagsOf(thread, tagIds), ...further };
        const made = step(userIds, created.at, created.by);
        id = await past.insert({ table: threads, ...made, values });
        if (`${title} ${description}`.includes(product.sku)) await past.link(kind, id, product.sku, made);
      },
    },
  ];
  const respond = (at: Date, by: Colleague, response: string, from: string): Change => ({
    at,
    write: async (past, userIds) => {
      const values = { response, kind: from, [parent]: String(id) };
      await past.insert({ table, ...step(userIds, at, by), values });
    },
  });
  const set = (at: Date, by: Colleague, change: (userIds: number[]) => Parameters<Past['change']>[2]): Change => ({
    at,
    write: (past, userIds) => past.change(threads, id, change(userIds), step(userIds, at, by)),
  });
  for (const [index, { at, by }] of course.responses.entries())
    changes.push(respond(at, by, responses[index], fromCustomer.includes(index) ? 'customer' : 'staff'));
  if (course.status) changes.push(set(course.status.at, course.status.by, () => ['status', status]));

  const assignee = assigneeOf(thread);
  if (assignee) changes.push(set(assignee.at, assignee.by, (userIds) => ['assignee_id', userIds[assignee.by]]));
  const note = noteOf(thread);
  if (note) changes.push(respond(note.at, note.by, note.text, 'note'));
  const snoozed = snoozedUntil(thread, now);
  if (snoozed) changes.push(set(snoozed.at, snoozed.by, () => ['snoozed_until', snoozed.until]));
  return changes;
}
