import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { continueChangeSet } from '../../../changes/continue-change-set';
import { contextFor, OnChange, type ChangeOf } from '../../../changes/subscriptions/on-change';
import { Turn } from '../../../http/budgets/turn';
import type { RecordTypeOptions } from '../../../records/record-type';
import { RecordWriter } from '../../../records/record-writer';
import { CodeFinder, isExact } from './code-finder';
import { codeForm } from './code-text';
import type { CodedProduct } from './known-codes';
import { findLinks, insertLinks, readTextsOf, removeLinks, without } from '../link-records';
import { linkedKinds, parentColumn } from '../linked-kind';

/** All words of a code, as the indexes of the search have them. */
const WORDS =
  "(SELECT string_agg(quote_literal(word), ' & ') FROM unnest(indexed_words(fold_text($1))) AS word)::tsquery";

/** Texts that are read at a time. */
const PAGE = 50;
/** Records that are linked in one transaction: their texts are locked as long as these are searched for all codes. */
const BATCH = 10;

interface Product {
  sku: string;
  ean: string | null;
}

/**
 * Links the records that were there before to products that are new, by an import or by hand, or got another code, and takes
 * the links away that a former code has made.
 */
@Injectable()
export class ProductCodes {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly writer: RecordWriter,
  ) {}

  @OnChange('product', { operations: ['insert', 'update'] })
  async link(change: ChangeOf<Product>): Promise<void> {
    const forms = formsOf(change.after);
    const former = formsOf(change.before).filter((form) => !forms.includes(form));
    const context = contextFor(change, 'links');
    if (!context) return;
    for (const type of linkedKinds()) {
      const ids = await naming(this.source.manager, type, [...forms, ...former]);
      for (let from = 0; from < ids.length; from += BATCH) {
        const some = ids.slice(from, from + BATCH);
        await this.writer.transaction(context, async (manager) => {
          await continueChangeSet(manager, context.changeSet);
          // No other text may come to a record while its links are taken away.
          await holdTexts(manager, type, some, former.length > 0 ? 'FOR UPDATE' : 'FOR SHARE');
          // Once more, since a text may have changed, and with all codes that are known now: a longer one counts in place
          // of this, and one next to it may count with it.
          const texts = await readTextsOf(manager, type, some);
          await insertLinks(manager, type, await findLinks(manager, texts), context.userId);
          if (former.length === 0) return;
          // A code that too many products have by now links nothing, but keeps what it has linked before.
          const product = await manager.query<CodedProduct[]>('SELECT id, sku, ean FROM products WHERE id = $1', [
            change.recordId,
          ]);
          const links = some.map((recordId) => ({ recordId, productId: change.recordId }));
          await removeLinks(manager, type.kind, without(links, await findLinks(manager, texts, product)));
        });
      }
    }
  }
}

/** Locks records as it is said, and the responses to them so that these do not change. */
async function holdTexts(
  manager: EntityManager,
  type: RecordTypeOptions,
  ids: number[],
  lock: 'FOR SHARE' | 'FOR UPDATE',
): Promise<void> {
  const statements = [`SELECT FROM ${type.table} WHERE id = ANY($1) ORDER BY id ${lock}`];
  if (type.responses)
    statements.push(`SELECT FROM ${type.responses} WHERE ${parentColumn(type)} = ANY($1) ORDER BY id FOR SHARE`);
  for (const statement of statements) await manager.query(statement, [ids]);
}

function formsOf(product: { sku?: string; ean?: string | null } | null): string[] {
  return [product?.sku, product?.ean].map((code) => codeForm(code ?? '')).filter(isExact);
}

/** The records of a kind that may name one of these codes, in a text of their own or in a response. */
async function naming(manager: EntityManager, type: RecordTypeOptions, forms: string[]): Promise<number[]> {
  const { table, texts, title = texts[0], responses } = type;
  const sources = [
    {
      matches: `SELECT id FROM ${table} WHERE search_vector(id, fold_text(${title}), search_text) @@ ${WORDS}`,
      texts: `SELECT id, concat_ws(E'\\n', ${texts.join(', ')}) AS text FROM ${table} WHERE id = ANY($1)`,
    },
  ];
  if (responses)
    sources.push({
      matches: `SELECT id FROM ${responses} WHERE search_vector(id, '', fold_text(response)) @@ ${WORDS}`,
      texts: `SELECT ${parentColumn(type)} AS id, response AS text FROM ${responses} WHERE id = ANY($1)`,
    });
  const found = new Set<number>();
  const turn = new Turn();
  for (const source of sources)
    for (const form of forms) {
      const matches = await manager.query<{ id: number }[]>(source.matches, [form]);
      for (let from = 0; from < matches.length; from += PAGE) {
        const page = matches.slice(from, from + PAGE).map(({ id }) => id);
        for (const { id, text } of await manager.query<{ id: number; text: string }[]>(source.texts, [page])) {
          if (turn.isOver) await turn.yield();
          if (!found.has(id) && new CodeFinder(text).candidates.includes(form)) found.add(id);
        }
      }
    }
  return [...found].sort((one, other) => one - other);
}
