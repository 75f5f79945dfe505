/** The kinds of records as the change log names them, with their place in the API and their name for people. */
export const recordKinds: Record<string, { path: string; noun: string }> = {
  product: { path: '/api/products', noun: 'product' },
  question: { path: '/api/customer-questions', noun: 'question' },
  problem: { path: '/api/problems', noun: 'problem' },
  update: { path: '/api/updates', noun: 'update' },
};

/** One record of any kind. */
export interface RecordRef {
  kind: string;
  recordId: number;
}

/** Where the API has a record; what belongs to it (responses, history) is below. */
export function recordPath({ kind, recordId }: RecordRef): string {
  return `${recordKinds[kind]?.path ?? `/api/${kind}`}/${recordId}`;
}
