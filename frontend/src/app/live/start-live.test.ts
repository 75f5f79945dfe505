import { QueryClient } from '@tanstack/react-query';
import { fakeServer } from '../../../test/open';
import { startLive } from './start-live';

let mockLoads = 0;
const mockConnect = jest.fn(() => () => undefined);
jest.mock('./live-connection', () => {
  if (++mockLoads === 1) throw new Error('The network is away');
  return { connect: mockConnect };
});

it('tries again where its script could not be loaded', async () => {
  jest.useFakeTimers();
  fakeServer();
  const stop = startLive(new QueryClient(), 1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([mockLoads, mockConnect.mock.calls.length]).toEqual([1, 0]);
  await jest.advanceTimersByTimeAsync(20_000);
  expect([mockLoads, mockConnect.mock.calls.length]).toEqual([2, 1]);
  stop();
  jest.useRealTimers();
});
