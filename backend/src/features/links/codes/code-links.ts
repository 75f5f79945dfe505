import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterWrite, type FollowUp, type PlannedWrite } from '../../../records/after-write';
import { CodeFinder } from './code-finder';
import { readKnownCodes } from './known-codes';
import type { RecordTypeOptions } from '../../../records/record-type';
import {
  findLinks,
  insertLinks,
  readLinkedByCode,
  readTextsOf,
  removeLinks,
  without,
  type FoundLink,
} from '../link-records';
import { linkedKinds } from '../linked-kind';

export type Row = Record<string, unknown> & { id: number };

/** The kind of the record that a write is about, and the properties of the texts that are written. */
interface Subject {
  type: RecordTypeOptions;
  /** The property of a response that names its record; undefined for the record itself. */
  parent?: string;
  texts: string[];
}

/** Links records to the products whose exact codes are in their texts, in the transaction in which these are written. */
@Injectable()
export class CodeLinks {
  @AfterWrite(kindsWithTexts)
  plan({ kind, input, before, context, manager }: PlannedWrite<Row>): Promise<FollowUp<Row> | undefined> | undefined {
    const subject = subjectOf(kind);
    const text = textOf(input, subject.texts);
    const former = before ? textOf(before, subject.texts) : '';
    if (text === former) return undefined;
    const finders = [new CodeFinder(text), new CodeFinder(former)];
    if (finders.every((finder) => finder.isEmpty())) return undefined;
    return planLinks(manager, finders, { ...subject, before }, context.userId);
  }
}

async function planLinks(
  reader: EntityManager,
  [finder, formerFinder]: CodeFinder[],
  subject: Subject & { before: Readonly<Row> | null },
  userId: number,
): Promise<FollowUp<Row> | undefined> {
  const recordOf = (row: Readonly<Row>): number => (subject.parent ? (row[subject.parent] as number) : row.id);
  const linked = subject.before && (await readLinkedByCode(reader, subject.type.kind, recordOf(subject.before)));
  const known = await readKnownCodes(reader, [...finder.candidates, ...formerFinder.candidates], linked ?? []);
  const [now, formerly] = [finder, formerFinder].map((one) => new Set(one.products(known)));
  const added = [...now].filter((id) => !formerly.has(id));
  const removed = [...formerly].filter((id) => !now.has(id));
  if (added.length + removed.length === 0) return undefined;
  return async (record, manager) => {
    const recordId = recordOf(record);
    const linksTo = (products: number[]): FoundLink[] => products.map((productId) => ({ recordId, productId }));
    await insertLinks(manager, subject.type, linksTo(added), userId);
    if (removed.length === 0) return;
    // Another text of the record may name them still.
    const named = await findLinks(manager, await readTextsOf(manager, subject.type, [recordId]), linked ?? []);
    await removeLinks(manager, subject.type.kind, without(linksTo(removed), named));
  };
}

/** The kinds of what has texts: records and the responses to them. */
export function kindsWithTexts(): string[] {
  return linkedKinds().flatMap(({ kind, responses }) => (responses ? [kind, `${kind}-response`] : [kind]));
}

export function subjectOf(kind: string): Subject {
  const type = linkedKinds().find((one) => kind === one.kind || kind === `${one.kind}-response`);
  if (!type) throw new Error(`There are no links of the kind ${kind}`);
  if (type.kind === kind) return { type, texts: type.texts.map(camel) };
  return { type, parent: `${camel(type.kind)}Id`, texts: ['response'] };
}

const camel = (name: string): string => name.replace(/[-_][a-z]/g, ([, letter]) => letter.toUpperCase());

export function textOf(row: Readonly<Partial<Row>>, names: string[]): string {
  return names.map((name) => row[name] ?? '').join('\n');
}
