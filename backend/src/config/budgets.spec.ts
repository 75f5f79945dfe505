import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUEUES } from './budgets';

const page = readFileSync(join(__dirname, '../../../docs/operating.md'), 'utf8');

it.each(Object.values(QUEUES))('$what are documented', ({ what, busy: _busy, ...counts }) => {
  const { concurrency, perUser, maxWaiting, maxWaitingPerUser } = counts;
  const row = [what, concurrency, perUser, maxWaiting, maxWaitingPerUser].join(' *\\| ');
  expect(page).toMatch(new RegExp(`\\| ${row} *\\|`));
});
