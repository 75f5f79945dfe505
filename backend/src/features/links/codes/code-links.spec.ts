import '../../problems/problems.module';
import { recordTypes } from '../../../records/record-type';
import { subjectOf } from './code-links';

it('takes the texts of a row from its properties, not from the columns', () => {
  const type = recordTypes().find(({ kind }) => kind === 'problem')!;
  const replaced = jest.replaceProperty(type, 'texts', ['title', 'order_number']);
  expect(subjectOf('problem').texts).toEqual(['title', 'orderNumber']);
  replaced.restore();
});
