import { buildThread } from '../../../test/builders';
import { describeThreadScreen } from '../../../test/thread-contract';

describe('a return', () => {
  describeThreadScreen({ noun: 'return', path: '/returns', api: '/api/returns', record: buildThread({ id: 7 }) });
});
