import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { ComponentType } from 'react';

/** What a feature says of its records; whatever treats all kinds alike takes it from here. */
export interface RecordType {
  /** As the change log names it, such as `question`. */
  kind: string;
  /** Its name for people. */
  noun: string;
  /** Where the API has its list. */
  api: string;
  /** Whether people respond to it: it is in the queue, and its list can be of those about one product. */
  isThread?: boolean;
  /** Whether it has a status; a thread has one. */
  hasStatus?: boolean;
  /** Further addresses of the API that a change of one makes stale, such as `/api/return-figures`, with all below them. */
  makesStale?: string[];
  /** Where one of them is shown. */
  path: (id: number) => string;
  /** How our screens ask for one of them, such as for images as short addresses. */
  parameters?: Record<string, string>;
  /** Its card and its bar on the dashboard. */
  count: { name: keyof StatisticsDto; label: string; cardLabel: string; icon: ComponentType; path: string };
}

/** The kinds of records by their names, in the order of the features. */
export const recordTypes: Record<string, RecordType> = {};

/** Makes the kinds of records of the features known, once, before anything is drawn. */
export function registerRecordTypes(kinds: RecordType[]): void {
  for (const kind of kinds) recordTypes[kind.kind] = kind;
}

/** Says that somebody has deleted a record. */
export function deletedText({ kind }: RecordRef): string {
  return `This ${recordTypes[kind]?.noun ?? 'record'} was deleted.`;
}

/** Where the API has the lists of all kinds. */
export function allLists(): string[] {
  return Object.values(recordTypes).map(({ api }) => api);
}

/** One record of any kind. */
export interface RecordRef {
  kind: string;
  recordId: number;
}

/** What the addresses of the API call its kind, such as `problems`. */
export function apiNameOf({ kind }: RecordRef): string {
  return recordTypes[kind]?.api.split('/').at(-1) ?? kind;
}

/** The query that the screen of a record reads it by. */
export function recordKey(record: RecordRef): [path: string, parameters?: Record<string, string>] {
  const parameters = recordTypes[record.kind]?.parameters;
  return parameters ? [recordPath(record), parameters] : [recordPath(record)];
}

/** The address that it is read from and changed at. */
export function recordAddress(record: RecordRef): string {
  const [path, parameters] = recordKey(record);
  return parameters ? `${path}?${new URLSearchParams(parameters)}` : path;
}

/** Where the API has a record; what belongs to it (responses, history) is below. */
export function recordPath({ kind, recordId }: RecordRef): string {
  return `${recordTypes[kind]?.api ?? `/api/${kind}`}/${recordId}`;
}
