import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { contextFor, OnChange, type ChangeOf } from '../../changes/subscriptions/on-change';
import type { RecordTypeOptions } from '../../records/record-type';
import { RecordWriter } from '../../records/record-writer';
import { CodeFinder, isExact } from './code-finder';
import { codeForm } from './code-text';
import { insertLinks, type RecordText } from './link-records';
import { linkedKinds, parentColumn } from './linked-kind';

/** All words of a code, as the indexes of the search have them. */
const WORDS =
  "(SELECT string_agg(quote_literal(word), ' & ') FROM unnest(indexed_words(fold_text($1))) AS word)::tsquery";

interface Product {
  sku: string;
  ean: string | null;
}

/** Links the records that were there before to products that are new, by an import or by hand, or got another code. */
@Injectable()
export class ProductCodes {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly writer: RecordWriter,
  ) {}

  @OnChange('product', { operations: ['insert', 'update'] })
  async link(change: ChangeOf<Product>): Promise<void> {
    const forms = [change.after?.sku, change.after?.ean].map((code) => codeForm(code ?? '')).filter(isExact);
    const context = contextFor(change, 'links');
    if (!context || forms.length === 0) return;
    const known = new Map(forms.map((form) => [form, [change.recordId]]));
    for (const type of linkedKinds()) {
      const found = (await Promise.all(forms.map((form) => this.read(type, form)))).flat();
      const named = found.filter(({ text }) => new CodeFinder(text).products(known).length > 0);
      if (named.length === 0) continue;
      const links = [...new Set(named.map(({ id }) => id))].map((recordId) => ({
        recordId,
        productId: change.recordId,
      }));
      await this.writer.transaction(context, (manager) => insertLinks(manager, type, links, context.userId));
    }
  }

  /** The records, and by their records the responses, that hold all words of a code. */
  private async read(type: RecordTypeOptions, form: string): Promise<RecordText[]> {
    const { table, texts, title = texts[0], responses } = type;
    const records = `SELECT id, concat_ws(E'\\n', ${texts.join(', ')}) AS text FROM ${table} WHERE search_vector(id, fold_text(${title}), search_text) @@ ${WORDS}`;
    const found = await this.source.query<RecordText[]>(records, [form]);
    if (!responses) return found;
    const answers = `SELECT ${parentColumn(type)} AS id, response AS text FROM ${responses} WHERE search_vector(id, '', fold_text(response)) @@ ${WORDS}`;
    return [...found, ...(await this.source.query<RecordText[]>(answers, [form]))];
  }
}
