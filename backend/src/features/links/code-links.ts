import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterWrite, type FollowUp, type PlannedWrite } from '../../records/after-write';
import { ProductsService } from '../products/products.service';
import { CodeFinder, type KnownCodes } from './code-finder';
import { codeForm } from './code-text';
import { linkedKinds, parentColumn } from './linked-kind';

type Row = Record<string, unknown> & { id: number };

/** The record that a write is about, and the names of its texts. */
interface Subject {
  kind: string;
  /** The property of a response that names its record; undefined for the record itself. */
  parent?: string;
  texts: string[];
}

const INSERT = `
  INSERT INTO product_links (kind, record_id, product_id, source, created_by_id)
  SELECT $1, $2, id, 'code', $4 FROM products WHERE id = ANY($3) ORDER BY id FOR KEY SHARE
  ON CONFLICT (kind, record_id, product_id) DO NOTHING`;
const DELETE =
  "DELETE FROM product_links WHERE kind = $1 AND record_id = $2 AND product_id = ANY($3) AND source = 'code' AND state = 'linked'";

/** Links records to the products whose exact codes are in their texts, in the transaction in which these are written. */
@Injectable()
export class CodeLinks {
  constructor(private readonly products: ProductsService) {}

  @AfterWrite(() => linkedKinds().flatMap(({ kind, responses }) => (responses ? [kind, `${kind}-response`] : [kind])))
  plan({ kind, input, before, context }: PlannedWrite<Row>): Promise<FollowUp<Row> | undefined> | undefined {
    const subject = subjectOf(kind);
    const text = textOf(input, subject.texts);
    const former = before ? textOf(before, subject.texts) : '';
    if (text === former) return undefined;
    const finders = [new CodeFinder(text), new CodeFinder(former)];
    if (finders.every((finder) => finder.isEmpty())) return undefined;
    return this.planLinks(finders, subject, context.userId);
  }

  /** The products that have one of these codes, by the form of the code. */
  async knownCodes(forms: string[]): Promise<KnownCodes> {
    const known = new Map<string, number[]>();
    if (forms.length === 0) return known;
    for (const { id, sku, ean } of await this.products.findByFoldedCodes(forms))
      for (const form of new Set([codeForm(sku), codeForm(ean ?? '')]))
        if (form !== '') known.set(form, [...(known.get(form) ?? []), id]);
    return known;
  }

  private async planLinks(
    [finder, formerFinder]: CodeFinder[],
    subject: Subject,
    userId: number,
  ): Promise<FollowUp<Row> | undefined> {
    const known = await this.knownCodes([...finder.candidates(), ...formerFinder.candidates()]);
    const [named, formerlyNamed] = [finder.products(known), formerFinder.products(known)];
    const added = named.filter((id) => !formerlyNamed.includes(id));
    const removed = formerlyNamed.filter((id) => !named.includes(id));
    if (added.length + removed.length === 0) return undefined;
    return async (record, manager) => {
      const recordId = subject.parent ? (record[subject.parent] as number) : record.id;
      if (added.length > 0) await manager.query(INSERT, [subject.kind, recordId, added, userId]);
      const gone = removed.length > 0 ? await this.notInResponses(manager, subject.kind, recordId, removed) : [];
      if (gone.length > 0) await manager.query(DELETE, [subject.kind, recordId, gone]);
    };
  }

  /** Which of these products no response to a record names. */
  private async notInResponses(
    manager: EntityManager,
    kind: string,
    recordId: number,
    products: number[],
  ): Promise<number[]> {
    const type = linkedKinds().find((one) => one.kind === kind);
    if (!type?.responses) return products;
    const table = type.responses;
    const rows = await manager.query<{ response: string }[]>(
      `SELECT response FROM ${table} WHERE ${quoted(parentColumn(type))} = $1`,
      [recordId],
    );
    const finder = new CodeFinder(rows.map(({ response }) => response).join('\n'));
    const named = finder.products(await this.knownCodes(finder.candidates()));
    return products.filter((id) => !named.includes(id));
  }
}

const quoted = (column: string): string => `"${column}"`;

function subjectOf(kind: string): Subject {
  const own = linkedKinds().find((type) => type.kind === kind);
  if (own) return { kind, texts: own.texts };
  const record = kind.replace(/-response$/, '');
  return { kind: record, parent: `${camel(record)}Id`, texts: ['response'] };
}

const camel = (kind: string): string => kind.replace(/-[a-z]/g, ([, letter]) => letter.toUpperCase());

function textOf(row: Readonly<Partial<Row>>, names: string[]): string {
  return names.map((name) => row[name] ?? '').join('\n');
}
