import * as fs from 'node:fs/promises';
import { Disk } from './disk';

jest.mock('node:fs/promises');

const MB = 1024 * 1024;
const log = jest.fn();
let disk: Disk;

async function lookAt(freeMb: number, totalMb = 2_000): Promise<Disk> {
  jest.mocked(fs.statfs).mockResolvedValue({ bavail: freeMb, blocks: totalMb, bsize: MB } as never);
  await disk.look();
  return disk;
}

beforeEach(() => {
  jest.useFakeTimers();
  log.mockClear();
  disk = new Disk('/data', log);
});
afterEach(() => jest.useRealTimers());

it('is full below what PostgreSQL needs for itself, and no longer when there is room', async () => {
  expect(await lookAt(64)).toMatchObject({ isFull: false, isUsedUp: false });
  expect(await lookAt(63)).toMatchObject({ isFull: true, isUsedUp: false });
  expect(await lookAt(16)).toMatchObject({ isFull: true, isUsedUp: false });
  expect(await lookAt(15)).toMatchObject({ isFull: true, isUsedUp: true });
  expect(await lookAt(64)).toMatchObject({ isFull: false });
});

it.each([
  [1_500, 2_000, undefined],
  [1_000, 2_000, 'The disk is nearly full: 1000 MB are left for /data. Below 64 MB nothing more is saved'],
  [1_500, 20_000, 'The disk is nearly full: 1500 MB are left for /data. Below 64 MB nothing more is saved'],
  [5, 20_000, 'The disk is full (5 MB are left for /data): nothing can be saved until there is room again'],
])('with %i MB of %i says: %s', async (free, total, sentence) => {
  await lookAt(free, total);
  expect(log.mock.calls.flat()).toEqual(sentence ? [sentence] : []);
});

it('says it once an hour', async () => {
  for (let minute = 0; minute < 61; minute++, jest.advanceTimersByTime(60_000)) await lookAt(500);
  expect(log).toHaveBeenCalledTimes(2);
});

it('knows what it knew where the system does not answer', async () => {
  await lookAt(5);
  jest.mocked(fs.statfs).mockRejectedValue(new Error('ENOENT'));
  await disk.look();
  expect(disk.isFull).toBe(true);
});
