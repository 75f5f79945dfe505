import { describeThreads } from '../../../test/support/threads.contract';

const build = (only: object = {}): object => ({
  title: 'Does the disc fit?',
  description: 'A Golf VII of 2014.',
  ...only,
});

describeThreads('/api/returns', build, {
  missing: 'Return not found',
  parent: 'returnId',
  table: 'returns',
  responses: 'return_responses',
});
