/** What one change should have written. */
export interface Entry {
  kind: string;
  recordId: number;
  operation: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A call, and the entries that it writes. */
export interface Call {
  path: string;
  body?: unknown;
  entries(body: any): Entry[];
}

export const inserted = (kind: string, recordId: number, after: object): Entry[] => [
  { kind, recordId, operation: 'insert', before: null, after: { id: recordId, ...after } },
];
export const updated = (kind: string, recordId: number, before: object, after: object): Entry[] => [
  { kind, recordId, operation: 'update', before: { ...before }, after: { ...after } },
];
export const thread = { title: 'Title', description: 'Text' };
