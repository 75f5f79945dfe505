import { buildThread } from '../../../test/builders';
import { describeThreadScreen } from '../../../test/thread-contract';

describe('a customer question', () => {
  describeThreadScreen({
    noun: 'question',
    path: '/customer-questions',
    api: '/api/customer-questions',
    record: buildThread({ id: 7 }),
  });
});
