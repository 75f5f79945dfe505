import type { DataSource, EntityManager } from 'typeorm';
import { addColleagues, type Colleague } from './colleagues';
import { inThePast, titlesOf, type Past } from './past';
import { photograph } from '../photos/studio';
import { demoProblems } from './problems';
import { demoQuestions } from './questions';
import { seeded } from '../random';
import type { Shop } from '../shop';
import type { DemoThread } from './threads';
import { courseOf, workdayAgo, type Course } from './timeline';
import { demoUpdates } from './updates';

/** How many records of a kind were added, and how many were there. */
export interface Added {
  added: number;
  there: number;
}

/** A change that waits for its turn. */
interface Change {
  at: Date;
  write: (past: Past, userIds: number[]) => Promise<void>;
}

interface ThreadTables {
  threads: 'customer_questions' | 'problems';
  responses: 'question_responses' | 'problem_responses';
  parent: 'question_id' | 'problem_id';
}

const QUESTIONS: ThreadTables = {
  threads: 'customer_questions',
  responses: 'question_responses',
  parent: 'question_id',
};
const PROBLEMS: ThreadTables = { threads: 'problems', responses: 'problem_responses', parent: 'problem_id' };
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
  await expectDatabaseOf(manager, shop);
  const random = seeded(SEED);
  const planned = (threads: DemoThread[]) =>
    threads.map((thread, number) => ({ ...thread, number, course: courseOf(thread, random, now) }));
  const questions = await missing(manager, 'customer_questions', planned(demoQuestions()));
  const problems = await missing(manager, 'problems', planned(demoProblems()));
  const updates = await missing(manager, 'updates', demoUpdates);

  const changes: Change[] = questions.flatMap((question) => changesOf(question, QUESTIONS, {}));
  for (const problem of problems) {
    const images = JSON.stringify(await uploadPhotos(shop, problem, problem.number % 4));
    changes.push(...changesOf(problem, PROBLEMS, { images }));
  }
  for (const { title, content, status, daysAgo, by } of updates) {
    const at = workdayAgo(daysAgo + random() * UPDATE_SPREAD_DAYS, now);
    const write = async (past: Past, userIds: number[]) => {
      await past.insert({ table: 'updates', at, by: userIds[by], values: { title, content, status } });
    };
    changes.push({ at, write });
  }
  changes.sort((one, other) => one.at.getTime() - other.at.getTime());
  if (changes.length > 0) {
    await manager.transaction(async (transaction) => {
      const userIds = await addColleagues(transaction);
      await inThePast(transaction, async (past) => {
        for (const { write } of changes) await write(past, userIds);
      });
    });
  }
  return {
    Questions: counted(questions, demoQuestions()),
    Problems: counted(problems, demoProblems()),
    Updates: counted(updates, demoUpdates),
  };
}

/** Fails where the running app has another database than this, such as one that `DATABASE_URL` names by mistake. */
async function expectDatabaseOf(manager: EntityManager, shop: Shop): Promise<void> {
  const { id, email } = (await (await shop.send('GET', '/api/user')).json()) as { id: number; email: string };
  const users = await manager.query<unknown[]>('SELECT FROM users WHERE id = $1 AND email = $2', [id, email]);
  if (users.length === 0) throw new Error('The running app has another database than DATABASE_URL says.');
}

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
  { title, description, status, responses, course }: DemoThread & { course: Course },
  tables: ThreadTables,
  further: Record<string, string>,
): Change[] {
  let id = 0;
  const user = (userIds: number[], by: Colleague): number => userIds[by];
  const { created } = course;
  const changes: Change[] = [
    {
      at: created.at,
      write: async (past, userIds) => {
        const values = { title, description, ...further };
        id = await past.insert({ table: tables.threads, at: created.at, by: user(userIds, created.by), values });
      },
    },
    ...course.responses.map(({ at, by }, index) => ({
      at,
      write: async (past: Past, userIds: number[]) => {
        const values = { response: responses[index], [tables.parent]: String(id) };
        await past.insert({ table: tables.responses, at, by: user(userIds, by), values });
      },
    })),
  ];
  if (course.status) {
    const { at, by } = course.status;
    changes.push({ at, write: (past, userIds) => past.setStatus(tables.threads, id, status, at, user(userIds, by)) });
  }
  return changes;
}

/** Stores up to three photos of a product and answers how a record names them. */
async function uploadPhotos(shop: Shop, { product }: DemoThread, count: number): Promise<string[]> {
  const views = (['close-up', 'boxed', 'whole'] as const).slice(0, count);
  if (views.length === 0) return [];
  const photos = await Promise.all(views.map((view) => photograph(product.kind.drawing, product.look, view)));
  const addresses = await shop.upload(photos);
  return addresses.map((address) => `data:image/webp;base64,#${address.slice(address.lastIndexOf('/') + 1)}`);
}
