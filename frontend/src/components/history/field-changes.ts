import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { recordTypes, type RecordType } from '../record/record-types';
import { sameValues } from '../lib/same-values';
import { formatDateTime } from '../ui/time-ago';
import { responseKinds } from '../thread/response/thread-response';
import { threadStatuses } from '../thread/thread-status';

/** What became of one field; `none` is what an empty one says, `type` that of the records whose numbers it holds. */
export type FieldChange =
  | { label: string; from: string; to: string; none: string; type?: RecordType }
  | { label: string; added: string[]; removed: string[]; order?: string[] };

const labels: Record<string, string> = {
  sku: 'SKU',
  ean: 'EAN',
  assigneeId: 'Assignee',
  snoozedUntil: 'Snooze',
  tagIds: 'Tags',
};
/** Set by the server, and nothing to look at. */
const hidden = ['id', 'createdAt', 'createdById'];

/** The name of a field for people: `SKU`, `Extra fields`. */
export function fieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What numbers stand for. */
export interface Names {
  person: (id: number) => string;
  tag: (id: number) => string;
}

/** What a field says that has no value. */
export function noneText(field: string): string {
  return field === 'assigneeId' ? 'nobody' : 'nothing';
}

/** A value of a field as text; empty where there is none. */
export function valueText(field: string, value: unknown, names: Names): string {
  // While the people are read, somebody is not nobody.
  if (field === 'assigneeId') return value ? names.person(Number(value)) || '…' : '';
  if (field === 'tagIds')
    return asList(value)
      .map((id) => names.tag(Number(id)))
      .join(', ');
  if (field === 'snoozedUntil') return value ? formatDateTime(String(value)) : '';
  if (field === 'kind') return responseKinds.find((kind) => kind.value === value)?.label ?? String(value ?? '');
  if (field === 'status') return threadStatuses.find((status) => status.value === value)?.label ?? String(value ?? '');
  if (field === 'extraFields')
    return Object.entries((value as object | null) ?? {})
      .map(([name, one]) => `${name}: ${one}`)
      .join('\n');
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** What an entry of the change log did to each field; for a new or deleted record nothing but the text of a response. */
export function fieldChanges({ kind, subjectKind, before, after, operation }: ChangeDto, names: Names): FieldChange[] {
  if (operation !== 'update') return [];
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  return Object.keys(is)
    .filter((field) => !hidden.includes(field) && (kind === subjectKind || referredKind(field) !== subjectKind))
    .flatMap((field) => {
      if (field === 'images') return imageChange(asList(was.images), asList(is.images));
      if (field === 'extraFields') return extraFieldChanges(was.extraFields, is.extraFields);
      const type = recordTypes[referredKind(field) ?? ''];
      const label = type ? fieldLabel(type.noun) : fieldLabel(field);
      const [from, to] = [was, is].map((values) => valueText(field, values[field], names)) as [string, string];
      return [{ label, from, to, none: noneText(field), type }];
    });
}

/** The kind of the record whose number a field holds, by its name: `question` for `questionId`. */
function referredKind(field: string): string | undefined {
  return /^(.+)Id$/.exec(field)?.[1]?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function imageChange(from: string[], to: string[]): FieldChange[] {
  if (sameValues(from, to)) return [];
  const added = to.filter((image) => !from.includes(image));
  const removed = from.filter((image) => !to.includes(image));
  return [{ label: 'Images', added, removed, ...(added.length + removed.length === 0 && { order: to }) }];
}

function extraFieldChanges(from: unknown, to: unknown): FieldChange[] {
  // A map: a field may be called `constructor`.
  const [was, is] = [from, to].map((fields) => new Map(Object.entries((fields ?? {}) as Record<string, string>))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => !sameValues(was.get(name), is.get(name)));
  return names.map((name) => ({
    label: name,
    from: was.get(name) ?? '',
    to: is.get(name) ?? '',
    none: noneText('extraFields'),
  }));
}

function asList(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
