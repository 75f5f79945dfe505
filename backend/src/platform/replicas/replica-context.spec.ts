import type { DataSource } from 'typeorm';
import { readFromReplica } from './replica-context';

const [primary, replica] = [{}, {}] as DataSource[];

it.each([
  ['asks the primary where the replica fails', '57P01', [replica, primary], 'read'],
  ['does not ask the primary for what took too long', '57014', [replica], '57014'],
])('%s', async (_what, code, asked, outcome) => {
  const read = jest.fn((source: DataSource) =>
    source === replica ? Promise.reject(Object.assign(new Error('Stopped'), { code })) : Promise.resolve('read'),
  );
  const answer = await readFromReplica(primary, replica, read).catch((error: { code: string }) => error.code);
  expect(answer).toBe(outcome);
  expect(read.mock.calls.map(([source]) => source === replica)).toEqual(asked.map((source) => source === replica));
});
