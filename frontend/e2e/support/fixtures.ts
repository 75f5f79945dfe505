import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { specTable, type SpecId, type SpecValue } from '../spec-table/index';
import { payloadOf } from './payloads';
import { Account, type NewProduct, type StoredProduct } from './account';
import { startApp, type App } from './app';
import { createDatabase, sql, templateDatabase } from './database';
import { Desk } from './records';
import { dataUrl, plainPhoto } from './photos';
import { specAnnotation } from './spec-reporter';

/** Answers the value of a row of the specification, and notes that this test asserts it. */
export type Spec = <Id extends SpecId>(id: Id) => SpecValue<Id>;

/** The rows of a kind: what each is about, and its value. */
export function rowsOf<Value extends string | number = string>(spec: Spec, kind: string): [string, Value][] {
  const ids = (Object.keys(specTable) as SpecId[]).filter((id) => id.startsWith(`${kind} `));
  return ids.map((id) => [id.slice(kind.length + 1), spec(id) as Value]);
}

/** The products of the worker's database, over HTTP. */
export interface Catalogue {
  add(product?: Partial<NewProduct>): Promise<StoredProduct>;
  replace(id: number, product: NewProduct): Promise<StoredProduct>;
  read(id: number): Promise<StoredProduct>;
  list(): Promise<StoredProduct[]>;
}

/** What a page complained about; a test that provokes a complaint takes it out with `forget`. */
export interface Complaints {
  forget(pattern: RegExp): void;
}

interface WorkerFixtures {
  /** Where the webhooks of the app may lead: as `WEBHOOK_TARGETS` says. */
  webhookTargets: string;
  app: App;
  account: Account;
}

interface TestFixtures {
  spec: Spec;
  emptied: void;
  catalogue: Catalogue;
  desk: Desk;
  complaints: Complaints;
  /** What any page of the test, in whatever context, was not allowed by its Content-Security-Policy: nothing, at the end. */
  violations: string[];
  /** Holds every write of any page of the test against the names in its row of the specification. */
  payloads: void;
  signedOut: Page;
}

const tables =
  'products, problems, problem_responses, customer_questions, question_responses, updates, images, notifications, record_watches, views';

export const test = base.extend<TestFixtures, WorkerFixtures>({
  webhookTargets: ['off', { scope: 'worker', option: true }],
  app: [
    async ({ webhookTargets }, use, worker) => {
      const app = await startApp(
        await createDatabase(`e2e_worker_${worker.workerIndex}`, templateDatabase),
        webhookTargets,
      );
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  account: [async ({ app }, use) => use(await Account.register(app.url)), { scope: 'worker' }],
  baseURL: async ({ app }, use) => use(app.url),
  storageState: async ({ account }, use) => use({ cookies: account.cookies, origins: [] }),

  spec: async ({}, use, info) => {
    await use((id) => {
      info.annotations.push({ type: specAnnotation, description: id });
      return specTable[id].value;
    });
  },

  emptied: async ({ app }, use) => {
    // The history of a record cannot be truncated, but for a test. The numbers of the log go on: the app remembers them.
    await sql(
      app.databaseUrl,
      `set session_replication_role = replica; truncate table ${tables} restart identity cascade; truncate table changes, counters, presence, idempotency_keys`,
    );
    await use();
  },

  desk: async ({ emptied: _emptied, account }, use) => use(new Desk(account)),

  catalogue: async ({ emptied: _emptied, account }, use) => {
    const photo = dataUrl(await plainPhoto('#4477aa'));
    let made = 0;
    await use({
      add: (product) => {
        made += 1;
        const whole = { name: `Part ${made}`, sku: `SKU-${made}`, images: [photo], extraFields: {}, ...product };
        return account.call('POST', '/api/products', whole);
      },
      replace: (id, product) => account.call('PUT', `/api/products/${id}`, product),
      read: (id) => account.call('GET', `/api/products/${id}`),
      list: () => account.call('GET', '/api/products'),
    });
  },

  complaints: [
    async ({ context }, use) => {
      const heard: string[] = [];
      const forgiven: RegExp[] = [/Failed to load resource: .* 401 .*\/api\/(user|events|notifications\/count)/]; // how signed out is told
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        heard.push(`${message.text()} at ${message.location().url}`);
      });
      context.on('weberror', (error) => heard.push(String(error.error())));
      await use({ forget: (pattern) => forgiven.push(pattern) });
      expect(heard.filter((text) => !forgiven.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  violations: [
    async ({ browser, context }, use) => {
      const heard: string[] = [];
      const listen = (to: BrowserContext) =>
        to.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) heard.push(message.text());
        });
      listen(context);
      browser.on('context', listen);
      await use(heard);
      browser.off('context', listen);
      expect(heard, 'a page broke its Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],

  payloads: [
    async ({ context, spec }, use) => {
      const wrong: string[] = [];
      context.on('request', (request) => {
        const { id, names } = payloadOf(request);
        if (id in specTable && spec(id as SpecId) !== names) wrong.push(`${id}: ${names}`);
      });
      await use();
      expect(wrong, 'what the browser has sent').toEqual([]);
    },
    { auto: true },
  ],

  signedOut: async ({ context, page }, use) => {
    await context.clearCookies();
    await use(page);
  },
});

export { expect };
