import { Injectable } from '@nestjs/common';
import { contextFor, OnChange, type ChangeOf } from '../../../changes/subscriptions/on-change';
import { RecordWriter } from '../../../records/record-writer';
import { CodeFinder } from './code-finder';
import { kindsWithTexts, subjectOf, textOf, type Row } from './code-links';
import { readKnownCodes } from './known-codes';
import { findLinks, insertLinks, readLinkedByCode, readTextsOf, removeLinks, without } from '../link-records';

/**
 * Checks the links of a record again when one of its texts is deleted or restored. An undo removes or restores exactly the
 * links of that text; but another text may name the same product, and the codes of products may have changed since.
 */
@Injectable()
export class KeptLinks {
  constructor(private readonly writer: RecordWriter) {}

  @OnChange(kindsWithTexts)
  async check(change: ChangeOf<Row>): Promise<void> {
    // What is new, and not back, was linked as it was written.
    if (change.operation === 'insert' && change.version === 1) return;
    const { type, texts } = subjectOf(change.kind);
    const { table } = type;
    const finders = [change.before, change.after].map((row) => new CodeFinder(textOf(row ?? {}, texts)));
    const context = contextFor(change, 'kept links');
    if (finders.every((finder) => finder.isEmpty()) || !context) return;
    const { subjectId: recordId } = change;
    await this.writer.transaction(context, async (manager) => {
      // Who adds a link, with a response or a change of its text, waits for it. The responses are not locked: an undo holds
      // them first, and then their record.
      await manager.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [recordId]);
      const linked = await readLinkedByCode(manager, type.kind, recordId);
      const forms = finders.flatMap(({ candidates }) => candidates);
      const known = await readKnownCodes(manager, forms, linked);
      const named = new Set(finders.flatMap((finder) => finder.products(known)));
      // All texts of the record may be very many.
      if (named.size + linked.length === 0) return;
      const found = await findLinks(manager, await readTextsOf(manager, type, [recordId]), linked);
      const links = linked.map(({ id: productId }) => ({ recordId, productId }));
      await insertLinks(
        manager,
        type,
        found.filter(({ productId }) => named.has(productId)),
        context.userId,
      );
      await removeLinks(manager, type.kind, without(links, found));
    });
  }
}
