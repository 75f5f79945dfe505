import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { contextFor, OnChange, type ChangeOf } from '../../../changes/subscriptions/on-change';
import type { RecordTypeOptions } from '../../../records/record-type';
import { RecordWriter } from '../../../records/record-writer';
import { CodeFinder, isExact } from './code-finder';
import { codeForm } from './code-text';
import { findLinks, insertLinks, readTextsOf, removeLinks, without } from '../link-records';
import { linkedKinds, parentColumn } from '../linked-kind';

/** All words of a code, as the indexes of the search have them. */
const WORDS =
  "(SELECT string_agg(quote_literal(word), ' & ') FROM unnest(indexed_words(fold_text($1))) AS word)::tsquery";

/** Records whose texts are read through at a time. */
const BATCH = 50;

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
      if ((await naming(this.source.manager, type, [...forms, ...former])).length === 0) continue;
      await this.writer.transaction(context, async (manager) => {
        // Once more, and locked: a text may have changed since.
        const ids = await naming(manager, type, [...forms, ...former], 'FOR SHARE');
        // With all codes that are known now: a longer one counts in place of this, and one next to it may count with it.
        for (let from = 0; from < ids.length; from += BATCH) {
          const some = ids.slice(from, from + BATCH);
          // No other text may come to a record while its links are taken away.
          if (former.length > 0) await holdRecords(manager, type, some);
          const found = await findLinks(manager, await readTextsOf(manager, type, some));
          await insertLinks(manager, type, found, context.userId);
          const links = some.map((recordId) => ({ recordId, productId: change.recordId }));
          if (former.length > 0) await removeLinks(manager, type.kind, without(links, found));
        }
      });
    }
  }
}

async function holdRecords(manager: EntityManager, { table }: RecordTypeOptions, ids: number[]): Promise<void> {
  await manager.query(`SELECT FROM ${table} WHERE id = ANY($1) ORDER BY id FOR UPDATE`, [ids]);
}

function formsOf(product: { sku?: string; ean?: string | null } | null): string[] {
  return [product?.sku, product?.ean].map((code) => codeForm(code ?? '')).filter(isExact);
}

/** The records of a kind that may name one of these codes, in a text of their own or in a response. */
async function naming(
  manager: EntityManager,
  type: RecordTypeOptions,
  forms: string[],
  lock: 'FOR SHARE' | '' = '',
): Promise<number[]> {
  const { table, texts, title = texts[0], responses } = type;
  const statements = [
    `SELECT id, concat_ws(E'\\n', ${texts.join(', ')}) AS text FROM ${table} WHERE search_vector(id, fold_text(${title}), search_text) @@ ${WORDS} ORDER BY ${table}.id ${lock}`,
  ];
  if (responses)
    statements.push(
      `SELECT ${parentColumn(type)} AS id, response AS text FROM ${responses} WHERE search_vector(id, '', fold_text(response)) @@ ${WORDS} ORDER BY ${responses}.id ${lock}`,
    );
  const found = new Set<number>();
  for (const statement of statements)
    for (const form of forms) {
      const texts = await manager.query<{ id: number; text: string }[]>(statement, [form]);
      for (const { id, text } of texts) if (new CodeFinder(text).candidates.includes(form)) found.add(id);
    }
  return [...found];
}
