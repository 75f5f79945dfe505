import { rejectWritesWhenFull } from './health';
import type { TryLater } from './try-later';

describe('rejectWritesWhenFull', () => {
  const answer = (method: string, isFull: boolean): TryLater | undefined => {
    const next = jest.fn<void, [TryLater?]>();
    void rejectWritesWhenFull({ isFull })({ method } as never, {} as never, next as never);
    return next.mock.calls[0][0];
  };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s on a full disk, and only then', (method) => {
    expect(answer(method, false)).toBeUndefined();
    expect(answer(method, true)).toMatchObject({
      status: 503,
      seconds: 5,
      message: expect.stringContaining('nothing can be saved'),
    });
  });

  it.each(['GET', 'HEAD'])('lets %s through', (method) => {
    expect(answer(method, true)).toBeUndefined();
  });
});
