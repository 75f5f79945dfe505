import type { RevertedDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { questionBefore } from './undo-question';
import { outcomeOf, type ChangeRef } from './undo-texts';

const question = { subjectKind: 'question', subjectId: 7 };
const change = (kind: string, operation: ChangeRef['operation']): ChangeRef => ({
  ...question,
  kind,
  recordId: kind === 'question' ? 7 : 3,
  operation,
});
const link = change('product-link', 'insert');
const titleOf = (...changes: ChangeRef[]) => questionBefore({ changeSet: 'set', changes })?.title;

it('asks before the creation of a record or a response is undone, whatever it links', () => {
  expect(titleOf(link, change('question', 'insert'))).toBe('Delete this record?');
  expect(titleOf(link, change('question-response', 'insert'))).toBe('Delete this response?');
  expect(titleOf(link)).toBeUndefined();
  expect(titleOf(change('question', 'update'), link)).toBeUndefined();
});

it('says of many records what is deleted and what comes back, not what is known of one', () => {
  const ask = (counts: { records: number; created?: number; deleted?: number }, operation: ChangeRef['operation']) =>
    questionBefore({ changeSet: 'set', changes: [change('question', operation)], ...counts });
  expect(ask({ records: 50 }, 'insert')).toMatchObject({
    title: 'Undo the change of 50 records?',
    content: 'All of them get back what they had before.',
    okText: 'Undo',
  });
  expect(ask({ records: 100, created: 40 }, 'update')).toMatchObject({
    content: '40 of them are deleted. The others get back what they had before.',
    okButtonProps: { danger: true },
  });
  expect(ask({ records: 40, created: 40 }, 'insert')?.title).toBe('Delete 40 records?');
  expect(ask({ records: 40, deleted: 40 }, 'delete')?.title).toBe('Restore 40 records?');
});

it('counts records by kind and number, and leaves out what only came or went with them', () => {
  const restored = (...changes: ChangeRef[]) => outcomeOf({ changes } as RevertedDto).description;
  const product: ChangeRef = {
    kind: 'product',
    recordId: 7,
    subjectKind: 'product',
    subjectId: 7,
    operation: 'insert',
  };
  expect(restored(product, { ...link, subjectId: 3 })).toBe('Record restored');
  expect(restored(product, change('question', 'insert'))).toBe('2 records restored');
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...product,
    subjectId: index,
    operation: 'delete' as const,
  }));
  expect(restored(...many)).toBe('At least 1,000 records deleted');
});
