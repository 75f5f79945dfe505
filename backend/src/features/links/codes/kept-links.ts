import { Injectable } from '@nestjs/common';
import { contextFor, OnChange, type ChangeOf } from '../../../changes/subscriptions/on-change';
import { RecordWriter } from '../../../records/record-writer';
import { CodeFinder } from './code-finder';
import { kindsWithTexts, subjectOf, textOf, type Row } from './code-links';
import { readKnownCodes } from './known-codes';
import { findLinks, insertLinks, readLinkedByCode, readTextsOf, removeLinks, without } from '../link-records';

/**
 * Looks again at the products that a text named which is gone: an undo takes away the links which that text made, and no
 * others, although another text may name the same product, or none may be left that does.
 */
@Injectable()
export class KeptLinks {
  constructor(private readonly writer: RecordWriter) {}

  @OnChange(kindsWithTexts, { operations: ['update', 'delete'] })
  async check(change: ChangeOf<Row>): Promise<void> {
    const { type, texts } = subjectOf(change.kind);
    const { table } = type;
    const finder = new CodeFinder(textOf(change.before ?? {}, texts));
    const context = contextFor(change, 'kept links');
    if (finder.isEmpty() || !context) return;
    const { subjectId: recordId } = change;
    await this.writer.transaction(context, async (manager) => {
      // Who adds a link, with a response or a change of its text, waits for it. The responses are not locked: an undo holds
      // them first, and then their record.
      await manager.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [recordId]);
      const linked = await readLinkedByCode(manager, type.kind, recordId);
      const found = await findLinks(manager, await readTextsOf(manager, type, [recordId]), linked);
      const products = finder.products(await readKnownCodes(manager, finder.candidates, linked));
      const former = products.map((productId) => ({ recordId, productId }));
      const gone = without(former, found);
      await insertLinks(manager, type, without(former, gone), context.userId);
      await removeLinks(manager, type.kind, gone);
    });
  }
}
